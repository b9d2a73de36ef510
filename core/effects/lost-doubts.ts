/** Why a record that no longer shows may be there all the same. One good reason, and nobody is accused at high confidence. Scorecard specification, 2.5.5. */

import { isObject, type JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { nameVerbs } from '../tool-effects.js';
import { nameWords, singular } from '../name-words.js';
import { itemsOf, readingOf } from './items.js';
import { statementsOf } from './statements.js';

const REPLACING: ReadonlySet<string> = new Set('set update edit modify put save write'.split(' '));
const ADDING: ReadonlySet<string> = new Set('create add insert append upsert'.split(' '));
const LISTING: ReadonlySet<string> = new Set('list search find query browse'.split(' '));
const WINDOW_WORDS: ReadonlySet<string> = new Set('latest last recent newest current next top random'.split(' '));
const PAGING_WORDS: ReadonlySet<string> = new Set('cursor page pages offset next'.split(' '));
const PAGING_PROSE = /\bnext page\b|\bpage \d+ (?:of|\/) ?\d+|\bhas_more\b|\bnext_?cursor\b/i;
/** The description of a write tool that puts its argument in the place of everything there is. */
const REPLACES_ALL =
  /\b(?:replac|overwrit|clear|discard|reset|wip)\w*\b[^.;]{0,40}\b(?:whole|entire|all|everything|current|previous|complete|existing (?:list|plan|set|state))\b/i;

/** True for a write that is meant to overwrite the one value there is: no key tells two records apart, and its name replaces. */
export function isSingleValueWrite({ name }: Tool, hasKey: boolean): boolean {
  return !hasKey && replaces(name);
}

function replaces(name: string): boolean {
  const words = nameWords(name);
  return words.some((word) => REPLACING.has(word)) && !words.some((word) => ADDING.has(word));
}

/** Why this write may take away other records by design; undefined when nothing says so. `keyPath` is where the key stands. */
export function replacementDoubt({ name, description }: Tool, keyPath: string): string | undefined {
  if (REPLACES_ALL.test(description)) return `the description of ${name} speaks of replacing what is there`;
  // `set_todos` with a list of records: the list is the value that is set.
  if (keyPath.includes('[') && replaces(name)) return `${name} may set the whole list`;
  return undefined;
}

/** One reader that had shown the record, and what it answered then and in the end. */
export interface View {
  readonly reader: Tool;
  /** It was asked for this very record, by its key. */
  readonly addressed: boolean;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** Why this view may show only some of the records: it is a page, or a window on the newest; undefined when it shows all it has. */
export function windowDoubt({ reader, addressed, before, after }: View): string | undefined {
  if (addressed) return undefined;
  const words = nameWords(reader.name);
  const window = words.find((word) => WINDOW_WORDS.has(word));
  if (window !== undefined) return `${reader.name} shows the "${window}" only`;
  const [first, last] = [countOf(before), countOf(after)];
  if (first !== undefined && last !== undefined && first > 1 && last >= first)
    return `${reader.name} shows as many items as before, so it may show the newest only`;
  if (pages(reader, before) || pages(reader, after)) return `${reader.name} answers in pages`;
  if (isSingular(words) && (first ?? 1) <= 1 && (last ?? 1) <= 1) return `${reader.name} may show one record only`;
  return undefined;
}

function countOf(result: JsonObject | undefined): number | undefined {
  const reading = result === undefined ? undefined : readingOf(result);
  return result === undefined || reading === undefined ? undefined : itemsOf(result, reading)?.length;
}

/** `get_plan`, unlike `get_plans` and `list_plan`. */
function isSingular(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const lists = nameVerbs(words.join('_')).some((verb) => LISTING.has(verb)) || words.includes('all');
  return !lists && last === singular(last);
}

function pages({ inputSchema }: Tool, result: JsonObject | undefined): boolean {
  const { properties } = inputSchema;
  if (isObject(properties) && Object.keys(properties).some((name) => isPaging(name))) return true;
  if (result === undefined) return false;
  const { prose, members } = statementsOf(result);
  return (
    members.some(({ name, value }) => isPaging(name) && (value ?? false) !== false) ||
    prose.some((text) => PAGING_PROSE.test(text))
  );
}

function isPaging(name: string): boolean {
  const words = nameWords(name);
  return words.some((word) => PAGING_WORDS.has(word)) || words.join('_') === 'has_more';
}
