/** Which tools put a record in a place, and what their descriptions say of a place that is taken. */

import { nameVerbs, nameWords, reachesOut, type Tool } from '../../core/index.js';

const MOVING: ReadonlySet<string> = new Set('move rename copy duplicate mv cp'.split(' '));
const CREATING: ReadonlySet<string> = new Set('create new register add insert make'.split(' '));
const OVERWRITING: ReadonlySet<string> = new Set(
  'update upsert replace overwrite set save put write ensure edit append'.split(' '),
);

export function moves(tool: Tool): boolean {
  return nameWords(tool.name).some((word) => MOVING.has(word)) && !reachesOut(tool);
}

/** True for a tool whose name means that something new is made, and nothing else. */
export function creates(tool: Tool): boolean {
  const words = nameWords(tool.name);
  const verbs = [...nameVerbs(tool.name), ...words.slice(0, 1)];
  return verbs.some((verb) => CREATING.has(verb)) && !words.some((word) => OVERWRITING.has(word));
}

const KEEPS: readonly RegExp[] = [
  /\b(?:fails?|errors?|refus\w+|rejected|throws?|not allowed|cannot|can['’]t|will not|won['’]t)\b[^.;]{0,60}\b(?:exists?|taken|in use|duplicates?|already|occupied)\b/i,
  /\b(?:if|when)\b[^.;]{0,60}\b(?:exists?|taken|already)\b[^.;]{0,60}\b(?:fails?|errors?|refus\w+|rejected|throws?)\b/i,
  /\b(?:ignor|skip|keep|preserv)\w*\b[^.;]{0,40}\b(?:existing|taken|duplicates?)\b|\b(?:existing|taken)\b[^.;]{0,40}\b(?:ignored|skipped|kept|preserved|untouched)\b/i,
  /\b(?:must|may|should)(?: not|n['’]t) (?:already )?exist\b|\b(?:(?:does|do|will)(?: not|n['’]t)|won['’]t|never) overwrites?\b|\bmust be (?:new|unique|unused)\b/i,
];
const OVERWRITES =
  /\b(?:overwr|replac|upsert|updat)\w*|\bor (?:change|modif)\w*|\bnew content\b|\b(?:existing|taken|already)\b[^.;]{0,60}\b(?:gets?|changed|new|lost|gone)\b|\bempt(?:y|ies)\b[^.;]{0,40}\bexisting\b/i;

/** What the description says of a place that is taken; undefined when it says nothing. That it stays comes first. */
export function promiseOfPlace({ description }: Tool): 'keeps' | 'overwrites' | undefined {
  if (KEEPS.some((phrase) => phrase.test(description))) return 'keeps';
  return OVERWRITES.test(description) ? 'overwrites' : undefined;
}
