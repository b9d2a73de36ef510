/**
 * The items of an answer, so that answers can be counted and compared. How an answer is read is chosen once, by the
 * fullest of a group of answers, and the others are read the same way: a list of one may look like a record, and a list
 * of none like nothing. Scorecard specification, 2.6.
 */

import { isObject, type JsonObject } from '../json.js';
import { nameWords } from '../name-words.js';
import { contentOf, textItems } from './answer.js';
import { linesOf } from './lines.js';

/** How the items of an answer are read. */
export type Reading =
  /** `structuredContent`, or the one text as JSON: a list, or the list in this field of an object. */
  | { readonly from: 'structured' | 'json'; readonly field: string | undefined }
  /** Each text as JSON is an item: some server libraries send lists that way. */
  | { readonly from: 'texts' }
  /** `structuredContent` is one record. */
  | { readonly from: 'record' }
  /** No JSON anywhere: each line of prose. */
  | { readonly from: 'lines' };

/** How to read this answer; undefined when it holds something whose items cannot be told. */
export function readingOf(result: JsonObject): Reading | undefined {
  const structured = result['structuredContent'];
  const list = listIn(structured);
  if (list !== undefined) return { from: 'structured', field: list.field };
  const texts = parsedTexts(result);
  const [only, ...others] = texts;
  const inText = others.length === 0 ? listIn(only?.data) : undefined;
  if (inText !== undefined) return { from: 'json', field: inText.field };
  const prose = texts.length > 0 && texts.every(({ data }) => data === undefined);
  if (isRecord(structured) && !(prose && wrapsText(structured))) return { from: 'record' };
  if (others.length > 0 && texts.every(({ json }) => json)) return { from: 'texts' };
  if (prose) return isObject(structured) && !wrapsText(structured) ? undefined : { from: 'lines' };
  if (texts.length === 0) return isEmpty(result) ? { from: 'texts' } : undefined;
  return others.length === 0 && isRecord(only?.data) ? { from: 'texts' } : undefined;
}

/** The items of an answer read this way; undefined when it has another form. */
export function itemsOf(result: JsonObject, reading: Reading): readonly unknown[] | undefined {
  switch (reading.from) {
    case 'structured':
      return listAt(result['structuredContent'], reading.field);
    case 'json':
      return textItems(result).length === 1 ? listAt(parsedTexts(result)[0]?.data, reading.field) : undefined;
    case 'texts':
      return textsAsItems(result);
    case 'record':
      return isRecord(result['structuredContent']) ? [result['structuredContent']] : undefined;
    case 'lines':
      return isEmpty(result) || readingOf(result)?.from === 'lines' ? textLines(result) : undefined;
  }
}

/** True when every text is a list or an object in JSON, and there is one. */
export function isDataText(result: JsonObject): boolean {
  const texts = parsedTexts(result);
  return texts.length > 0 && texts.every(({ data }) => data !== undefined);
}

/** All lines of all texts; undefined when the answer says something, but not in texts. */
export function textLines(result: JsonObject): readonly string[] | undefined {
  const texts = textItems(result);
  return texts.length > 0 || isEmpty(result) ? texts.flatMap((text) => linesOf(text)) : undefined;
}

/** Last words of the names that records are known by. */
const RECORD_NAMES: ReadonlySet<string> = new Set('id uuid guid key slug name title'.split(' '));

/**
 * True when the only text is an object with a list in it that is named like a record: some server libraries send a list
 * of one as its only item, and the list would be a field of that.
 */
export function looksLikeOneRecord(result: JsonObject): boolean {
  if (readingOf(result)?.from !== 'json') return false;
  const data = parsedTexts(result)[0]?.data;
  return isObject(data) && Object.keys(data).some((name) => RECORD_NAMES.has(nameWords(name).at(-1) ?? ''));
}

/** No content at all is how some libraries send an empty list. */
function isEmpty(result: JsonObject): boolean {
  return contentOf(result).length === 0 && (result['structuredContent'] ?? null) === null;
}

/** A list, or the only list among the members of an object. */
function listIn(value: unknown): { readonly field: string | undefined } | undefined {
  if (Array.isArray(value)) return { field: undefined };
  if (!isObject(value)) return undefined;
  const [first, second] = Object.keys(value).filter((name) => Array.isArray(value[name]));
  return first !== undefined && second === undefined ? { field: first } : undefined;
}

/** In some languages an empty list is written as null. */
function listAt(value: unknown, field: string | undefined): readonly unknown[] | undefined {
  const found = field === undefined ? value : isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
  if (found === null && field !== undefined) return [];
  return Array.isArray(found) ? (found as readonly unknown[]) : undefined;
}

/** An object that holds no list anywhere, so that it cannot be a list in disguise. */
function isRecord(value: unknown): value is JsonObject {
  if (!isObject(value) || Object.keys(value).length === 0) return false;
  const open: unknown[] = Object.values(value);
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (Array.isArray(part)) return false;
    if (isObject(part)) for (const member of Object.values(part)) open.push(member ?? false);
  }
  return true;
}

/** One text and nothing else: the prose of the answer once more, as server libraries wrap what is no object. */
function wrapsText(structured: JsonObject): boolean {
  const members = Object.values(structured);
  return members.length === 1 && typeof members[0] === 'string';
}

interface ParsedText {
  /** It is JSON of any kind. */
  readonly json: boolean;
  /** The value, when it is a list or an object; a number or a word alone is prose. */
  readonly data: unknown;
}

function parsedTexts(result: JsonObject): readonly ParsedText[] {
  return textItems(result).map(parsedText);
}

function parsedText(text: string): ParsedText {
  try {
    const value: unknown = JSON.parse(text);
    return { json: true, data: typeof value === 'object' && value !== null ? value : undefined };
  } catch {
    return { json: false, data: undefined };
  }
}

function textsAsItems(result: JsonObject): readonly unknown[] | undefined {
  const texts = textItems(result);
  if (texts.length === 0) return isEmpty(result) ? [] : undefined;
  const parsed = parsedTexts(result);
  if (!parsed.every(({ json }) => json)) return undefined;
  const [only, ...others] = parsed;
  // An empty list may come as the text of one.
  if (others.length === 0 && Array.isArray(only?.data)) return only.data as readonly unknown[];
  return texts.map((text, at) => parsed[at]?.data ?? (JSON.parse(text) as unknown));
}
