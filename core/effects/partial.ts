/** Whether an answer says that there is more than it holds. */

import { isObject, type JsonObject } from '../json.js';
import { nameWords } from '../name-words.js';
import { dataIn, textItems } from './answer.js';
import { linesOf } from './lines.js';

/** Words joined by `_`. Anything but nothing under one of these names means that there is more. */
const MORE: ReadonlySet<string> = new Set([
  ...'more has_more has_next has_next_page is_truncated truncated incomplete next next_page next_cursor'.split(' '),
  ...'next_offset next_token next_page_token next_link next_url continuation continuation_token remaining'.split(' '),
]);
const TOTALS: ReadonlySet<string> = new Set('total total_count total_results total_items'.split(' '));
/** Objects that hold such names beside the list. */
const WRAPPERS: ReadonlySet<string> = new Set('pagination paging page_info page meta metadata'.split(' '));

const MORE_IN_PROSE = /\b(?:truncated|omitted)\b|\bmore (?:lines|results|items|entries|records|rows)\b|\d+ more\b/i;

/** True when the members beside the list, or the last line of prose, say that this is not all. `count`: items the answer holds. */
export function isPartial(result: JsonObject, count: number): boolean {
  const texts = textItems(result);
  const data = [result['structuredContent'], texts.length === 1 ? dataIn(texts[0] ?? '') : undefined].filter(isObject);
  if (data.length > 0) return data.some((one) => saysMore(one, count, true));
  return MORE_IN_PROSE.test(linesOf(texts.at(-1) ?? '').findLast((line) => line.trim() !== '') ?? '');
}

function saysMore(data: JsonObject, count: number, outer: boolean): boolean {
  return Object.entries(data).some(([name, value]) => {
    const words = nameWords(name).join('_');
    if (MORE.has(words)) return saysSomething(value);
    if (TOTALS.has(words)) return typeof value === 'number' && value > count;
    return outer && WRAPPERS.has(words) && isObject(value) && saysMore(value, count, false);
  });
}

/** False, nothing, zero and an empty text or object say that there is no more. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
