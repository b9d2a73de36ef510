/** By what an answer without the error flag shows that the call failed. Stricter than `failureReport`: it is for accusing, not for sparing. */

import { isObject, type JsonObject } from '../json.js';
import { nameWords } from '../name-words.js';
import { boundedJson } from '../text/json.js';
import { textItems } from './answer.js';
import { wordsOfFailure, tellsOfFailure } from './failure-report.js';
import { withoutMarkers } from './marker.js';

export interface FailureSign {
  /** `member`: JSON says so and holds nothing else. `words`: prose begins with it. `value`: what no computation should give. */
  readonly kind: 'member' | 'words' | 'value';
  /** For the reader: `status: "error"`, `"Error: no such note"`, `NaN`. */
  readonly words: string;
  /** What it says of why; empty when it says nothing. Without a reason, `success: false` may be the honest result of a question. */
  readonly reason: string;
}

/** Names under which a failure is told, and nothing that a caller asked for. */
const TELLING: ReadonlySet<string> = new Set([
  ...'message msg error errors reason detail details description code status state success ok succeeded'.split(' '),
  ...'successful failed outcome hint hints suggestion suggestions help stack timestamp retryable'.split(' '),
]);
const REASONS: ReadonlySet<string> = new Set(
  'message msg error errors reason detail details description hint'.split(' '),
);
/** Texts above this are content, whatever they begin with. */
const MAX_PROSE = 2_000;
const MAX_WORDS = 160;
const NO_VALUE = /\bNaN\b|\bInvalid Date\b/;
/** A value stands here: `Result: undefined`, `undefined days`. */
const UNDEFINED = /(?:^|[:=]\s*)undefined\b|\[object Object\]/;

/**
 * The sign in a result; undefined when there is none. `sent`: the arguments of the call, because a server that gives back
 * what it was sent, or what it was asked for, has not failed.
 */
export function failureSign(result: JsonObject, sent: JsonObject): FailureSign | undefined {
  const texts = scalarsOf(sent);
  const data = onlyObject(result);
  if (data !== undefined) return memberSign(data, texts) ?? valueSign(leavesOf(data), texts);
  const [first] = textItems(result);
  if (first === undefined || first.length > MAX_PROSE) return undefined;
  return wordsSign(first, texts) ?? valueSign([first], texts);
}

/** The one object that an answer consists of, structured or as JSON text. */
export function onlyObject(result: JsonObject): JsonObject | undefined {
  const structured = result['structuredContent'];
  if (isObject(structured)) return structured;
  const [only, ...others] = textItems(result);
  if (only === undefined || others.length > 0 || !/^\s*\{/.test(only)) return undefined;
  try {
    const parsed: unknown = JSON.parse(only);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function memberSign(data: JsonObject, sent: ReadonlySet<string>): FailureSign | undefined {
  const members = Object.entries(data).map(([name, value]) => ({ name, words: nameWords(name), value }));
  const failing = members.find(({ words, value }) => tellsOfFailure(words.join('_'), value));
  if (failing === undefined) return undefined;
  const flagged = failing.words.join('_') === 'is_error';
  const other = members.find((member) => member !== failing && !isTelling(member, sent));
  // A record with a state of its own (`status: "failed"` of a build) is content.
  if (other !== undefined && !flagged) return undefined;
  const reasons = members.filter(({ words, value }) => REASONS.has(words.at(-1) ?? '') && isTold(value));
  const reason = reasons.map(({ value }) => textOf(value)).find((text) => text !== '') ?? '';
  return { kind: 'member', words: shown(failing.name, failing.value), reason };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return cut(value);
  return typeof value === 'object' ? cut(JSON.stringify(boundedJson(value, { depth: 3, values: 20, text: 100 }))) : '';
}

function isTelling(
  { words, value }: { readonly words: readonly string[]; readonly value: unknown },
  sent: ReadonlySet<string>,
): boolean {
  if (TELLING.has(words.at(-1) ?? '') || words[0] === 'available' || words[0] === 'error') return true;
  if (words[0] === 'name' || words[0] === 'type') return /error|exception/i.test(String(value));
  return !isTold(value) || sent.has(String(value).toLowerCase());
}

/** False for what is there for its name only: null, empty text, empty list. */
function isTold(value: unknown): boolean {
  if (value === null || value === '' || value === undefined) return false;
  return typeof value === 'object' ? Object.keys(value).length > 0 : true;
}

function wordsSign(text: string, sent: ReadonlySet<string>): FailureSign | undefined {
  const words = wordsOfFailure(text);
  // What fails without the words that were sent is the server's own.
  if (words === undefined || wordsOfFailure(without(text, sent)) === undefined) return undefined;
  const [line = ''] = text.trim().split(/[\r\n]/);
  return { kind: 'words', words: `"${cut(withoutMarkers(line))}"`, reason: words };
}

function valueSign(texts: readonly string[], sent: ReadonlySet<string>): FailureSign | undefined {
  for (const text of texts) {
    const found = (NO_VALUE.exec(text) ?? UNDEFINED.exec(text))?.[0];
    if (found === undefined || [...sent].some((one) => one.includes(found.trim().toLowerCase()))) continue;
    return { kind: 'value', words: text.length <= MAX_WORDS ? `"${text.trim()}"` : found.trim(), reason: found };
  }
  return undefined;
}

function without(text: string, sent: ReadonlySet<string>): string {
  const long = [...sent].filter((one) => one.length >= 3).toSorted((one, other) => other.length - one.length);
  return long.reduce((left, one) => left.replaceAll(one, ' '), text.toLowerCase());
}

/** Texts of the outermost members; what is deeper is content. */
function leavesOf(data: JsonObject): readonly string[] {
  return Object.values(data).filter((value) => typeof value === 'string');
}

/** Every text and number that was sent, in lower case. */
function scalarsOf(sent: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [sent];
  for (let part = open.pop(); part !== undefined && found.size < 1_000; part = open.pop()) {
    if (typeof part === 'string') found.add(part.toLowerCase());
    else if (typeof part === 'number') found.add(String(part));
    else if (typeof part === 'object' && part !== null) open.push(...(Object.values(part) as unknown[]));
  }
  return found;
}

function shown(name: string, value: unknown): string {
  return cut(`${name}: ${withoutMarkers(JSON.stringify(boundedJson(value, { depth: 3, values: 20, text: 100 })))}`);
}

function cut(text: string): string {
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS - 1)}…` : text;
}
