/** How the next page of a list is asked for, as far as names tell. */

import { isLimitName, isObject, type JsonObject, nameWords, type Tool } from '../../core/index.js';

/** The parameters by which a tool is walked through. */
export interface Turning {
  readonly by: 'page' | 'offset' | 'cursor';
  readonly param: string;
  /** Of the first page; undefined: without the parameter. */
  readonly start: number | undefined;
  /** The parameter that says how many items a page has, and the number that is asked for. */
  readonly size: { readonly param: string; readonly value: number } | undefined;
}

const PAGE: ReadonlySet<string> = new Set('page page_number page_no page_num'.split(' '));
const OFFSET: ReadonlySet<string> = new Set('offset skip start_index start_offset'.split(' '));
const CURSOR: ReadonlySet<string> = new Set(
  'cursor page_token next_token next_cursor continuation_token after'.split(' '),
);
/** Members of an answer that name the next page. */
const NEXT: ReadonlySet<string> = new Set(
  'next_cursor next_page_token next_token cursor continuation_token next'.split(' '),
);
/** Items of a page, so that a few records make several. */
const WANTED = 3;

/** How this tool is walked through; undefined when no parameter says so. */
export function turningOf({ inputSchema: { properties } }: Tool): Turning | undefined {
  if (!isObject(properties)) return undefined;
  const entries = Object.entries(properties).map(([name, schema]) => ({
    name,
    words: nameWords(name).join('_'),
    schema: isObject(schema) ? schema : {},
  }));
  const sized = entries.find(({ name, words, schema }) => (isLimitName(name) || words === 'size') && isNumber(schema));
  const size = sized && { param: sized.name, value: within(sized.schema, WANTED) };
  const page = entries.find(({ words, schema }) => PAGE.has(words) && isNumber(schema));
  if (page !== undefined) return { by: 'page', param: page.name, start: firstPage(page.schema), size };
  const offset = entries.find(({ words, schema }) => OFFSET.has(words) && isNumber(schema));
  if (offset !== undefined) return { by: 'offset', param: offset.name, start: 0, size };
  const cursor = entries.find(({ words, schema }) => CURSOR.has(words) && schema['type'] === 'string');
  return cursor && { by: 'cursor', param: cursor.name, start: undefined, size };
}

/** The cursor that an answer names for the next page; undefined when it names none. */
export function nextCursorIn(data: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  for (const [name, value] of Object.entries(data)) {
    if (NEXT.has(nameWords(name).join('_')) && typeof value === 'string' && value !== '') return value;
  }
  const inner = Object.entries(data).find(
    ([name, value]) => /^(?:pagination|paging|page_?info|meta)$/i.test(name) && isObject(value),
  );
  return inner === undefined ? undefined : nextCursorIn(inner[1]);
}

function firstPage({ minimum, default: preset, description }: JsonObject): number {
  if (
    preset === 0 ||
    minimum === 0 ||
    /\b(?:zero|0)[- ]based\b|\bstarts? (?:at|from|with) 0\b/i.test(String(description))
  )
    return 0;
  return 1;
}

function within({ minimum, maximum }: JsonObject, wanted: number): number {
  if (typeof minimum === 'number' && minimum > wanted) return Math.ceil(minimum);
  return typeof maximum === 'number' && maximum < wanted ? Math.max(1, Math.floor(maximum)) : wanted;
}

function isNumber({ type }: JsonObject): boolean {
  return type === 'integer' || type === 'number';
}
