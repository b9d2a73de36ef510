/** Why a second write whose values do not show may have done something, or was right to do nothing. One good reason, and nobody is accused at high confidence. */

import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { nameWords } from '../name-words.js';
import { canonicalJson } from './canonical.js';
import { withoutMarkers } from './marker.js';
import { clausesOf, statementsOf } from './statements.js';

/** A description that promises to leave alone what exists. Each is about what happens to a record that is there already. */
const KEEPS: readonly RegExp[] = [
  /\b(?:ignor|skip|keep|preserv|leav)\w*\b[^.;]{0,60}\b(?:existing|exists?|already|duplicates?|taken)\b/i,
  /\b(?:existing|already|duplicates?|taken)\b[^.;]{0,60}\b(?:ignored|skipped|kept|keeps?|left|unchanged|untouched|preserved)\b/i,
  /\b(?:does|do|will) not (?:overwrite|replace)\b|\bwithout overwriting\b|\bnever overwrites?\b/i,
  /\b(?:if|when|unless)\b[^.;]{0,30}\b(?:not (?:already |yet )?exist|missing|absent)\b|\bunless\b[^.;]{0,30}\bexists?\b/i,
  /\b(?:get|find)[ -]or[ -]create|\bensures?\b[^.;]{0,40}\bexists?\b|\bidempotent\b/i,
];

/** Why the tool says itself that a taken key keeps its values; undefined when it does not. */
export function contractDoubt({ name, description }: Tool): string | undefined {
  return KEEPS.some((promise) => promise.test(description))
    ? `the description of ${name} speaks of leaving alone what exists`
    : undefined;
}

/** Flags that a write answers with for what it did. A count of 0 or an empty list is none: that may just be wrong. */
const DEEDS: ReadonlySet<string> = new Set(
  'created added inserted stored saved updated changed modified written replaced'.split(' '),
);

/** Why the answer to the second write seems to admit that it did nothing: it denies what the first answer did not. */
export function denialDoubt(first: JsonObject, second: JsonObject): string | undefined {
  const before = denials(first);
  const found = denials(second).find((name) => !before.includes(name));
  return found === undefined ? undefined : `its answer says ${found}: false`;
}

function denials(result: JsonObject): readonly string[] {
  return statementsOf(result).members.flatMap(({ name, value }) =>
    value === false && DEEDS.has(nameWords(name).join('_')) ? [name] : [],
  );
}

/** Names of ids that every request has, whatever it did. */
const PASSING: ReadonlySet<string> = new Set(
  'request trace correlation session transaction operation event span call message'.split(' '),
);
const ID_WORDS: ReadonlySet<string> = new Set('id uuid uid'.split(' '));
/** In clauses, where white space is collapsed already. */
const ID_PROSE = /#\d+\b|\b(?:id|uuid)["']? ?[:=]? ["']?[\w-]*\d[\w-]*/g;
/** Characters of a clause that are looked at: nobody hides an id behind more. */
const MAX_CLAUSE = 300;

/** Why the second write seems to have made another record: its answer names an id that the first answer did not. */
export function newIdDoubt(first: JsonObject, second: JsonObject): string | undefined {
  const before = idsIn(first);
  if (before.size === 0) return undefined;
  const found = [...idsIn(second)].find((id) => !before.has(id));
  return found === undefined ? undefined : `its answer names another record (${found})`;
}

function idsIn(result: JsonObject): ReadonlySet<string> {
  const { prose, values, members } = statementsOf(result);
  const ids = members.flatMap(({ name, value }) => {
    const words = nameWords(name);
    const isId = ID_WORDS.has(words.at(-1) ?? '') && !words.some((word) => PASSING.has(word));
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    return isId && text !== '' && withoutMarkers(text) === text ? [`${name} ${text}`] : [];
  });
  const said = [...prose, ...values]
    .flatMap((text) => clausesOf(withoutMarkers(text)))
    .flatMap((clause) => clause.slice(0, MAX_CLAUSE).match(ID_PROSE) ?? []);
  return new Set([...ids, ...said]);
}

/**
 * Why something has changed although the new values do not show: a reader that answers the same every time now answers
 * something else than before the second write. `after` holds its answers since then, in order.
 */
export function changeDoubt(reader: Tool, before: JsonObject, after: readonly JsonObject[]): string | undefined {
  const [first, ...others] = after.map(answerText);
  if (first === undefined || others.length === 0 || others.some((other) => other !== first)) return undefined;
  return first === answerText(before) ? undefined : `${reader.name} answers something else than before`;
}

function answerText({ content, structuredContent }: JsonObject): string {
  return withoutMarkers(canonicalJson([content, structuredContent ?? null]) ?? '');
}
