/**
 * How much of a model's context a definition takes, estimated: characters of its JSON divided by 4. The JSON is the
 * one Python writes (`", "` and `": "` as separators, non-ASCII as it is, keys sorted), so that numbers compare with older scorecards.
 */

import { jsonSize } from './json-size.js';
import type { Tool } from './model.js';

const estimates = new WeakMap<Tool, number>();

/** Estimated tokens of a tool's definition (its description, input schema and name), at least 1. Scorecard specification, 1.5. */
export function estimateTokens(tool: Tool): number {
  const known = estimates.get(tool);
  if (known !== undefined) return known;
  const { description, inputSchema, name } = tool;
  const tokens = Math.max(1, tokensOf(jsonSize({ description, inputSchema, name }, PYTHON)));
  estimates.set(tool, tokens);
  return tokens;
}

/** Estimated tokens of plain text such as the server's instructions: 0 when it is empty, else at least 1. */
export function estimateTextTokens(text: string): number {
  return text === '' ? 0 : Math.max(1, tokensOf(countCharacters(text)));
}

/** Unicode code points of a text; a surrogate without its partner counts as one. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (isPair(text, at)) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

/** Characters / 4, a half going to the even neighbour. */
function tokensOf(characters: number): number {
  const whole = Math.floor(characters / 4);
  const rest = characters % 4;
  if (rest === 2) return whole + (whole % 2);
  return rest > 2 ? whole + 1 : whole;
}

/** As Python writes it. The order of keys does not matter to the length, so nothing is sorted. */
const PYTHON = { text: quotedLength, scalar: scalarLength, comma: ', '.length, colon: ': '.length };

function scalarLength(value: unknown): number {
  if (typeof value === 'number') return numberLength(value);
  return (value === true ? 'true' : value === false ? 'false' : 'null').length;
}

/** Python switches to exponents below 0.0001 and gives them two digits: 0.00001 is `1e-05` there. */
function numberLength(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || size >= 1e-4) return String(value).length;
  return value.toExponential().replace(/-(\d)$/, '-0$1').length;
}

/** Control characters with a short escape: backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES = new Set([8, 9, 10, 12, 13]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function quotedLength(text: string): number {
  let length = text.length + '""'.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20) length += SHORT_ESCAPES.has(code) ? 1 : '\\u001f'.length - 1;
    else if (code === QUOTE || code === BACKSLASH) length += 1;
    else if (code >= 0xd800 && isPair(text, at)) {
      length -= 1;
      at += 1;
    }
  }
  return length;
}

/** True where two code units make one code point. */
function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
