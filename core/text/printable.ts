/** Text of a server, or of anybody, as one harmless line: nothing in it moves a cursor, hides, reorders or commands. */

import { wholeSlice } from './slice.js';

export interface TextBounds {
  /** Most UTF-16 units of the result, the ellipsis of a cut text included. */
  readonly max?: number;
}

const DEFAULT_MAX = 500;
/** Real scripts stack at most this many marks on one letter; what is above only smears over other lines. */
const MAX_MARKS = 4;

/**
 * Controls, format and bidi characters, tags, lone surrogates, line separators, noncharacters and what is invisible by
 * design. Emoji keep their two style selectors.
 */
export const ACTING = String.raw`(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]`;
/** Build systems run what follows `##[`, `##vso[` or `##teamcity[` anywhere in a line. */
export const COMMAND = String.raw`#(?=#[A-Za-z]*\[)`;
const MARK = String.raw`[\p{Mn}\p{Me}]`;

/**
 * One piece of text: something to escape, a stack of marks, or a character that is fine. A mark at the start would sit
 * on whatever is printed in front of the text; a line that begins with `::word` is a command to a build system.
 */
const PIECES = new RegExp(
  String.raw`(?<escape>${ACTING}|^${MARK}|(?<=^\s*):(?=:)|${COMMAND})|(?<marks>(?:(?!${ACTING})${MARK})+)|[^]`,
  'gu',
);
const HARMLESS = /^(?!\s*::|.*##)[\x20-\x7e]*$/;

/**
 * The text on one line for a terminal or a log: characters that act instead of showing stand as visible escapes
 * (`\x1b`, `\u202e`), stacks of marks and the whole length are bounded.
 */
export function printable(text: string, { max = DEFAULT_MAX }: TextBounds = {}): string {
  if (text.length <= max && HARMLESS.test(text)) return text;
  const head = wholeSlice(text, max);
  const pieces: string[] = [];
  let length = 0;
  for (const { 0: piece, groups } of head.matchAll(PIECES)) {
    const shown =
      groups?.['escape'] !== undefined ? escape(piece) : groups?.['marks'] !== undefined ? fewMarks(piece) : piece;
    pieces.push(shown);
    length += shown.length;
    if (length > max) break;
  }
  if (length <= max && head.length === text.length) return pieces.join('');
  while (length > max - 1 && pieces.length > 0) length -= pieces.pop()?.length ?? 0;
  return `${pieces.join('')}…`;
}

/** Our own text of several lines with foreign words in it: its line ends stay, every line is made printable. */
export function printableLines(text: string, bounds?: TextBounds): string {
  return text
    .split(/\r?\n/)
    .map((line) => printable(line, bounds))
    .join('\n');
}

/**
 * Whole output without a line that a build system would run. For text that was wrapped after it was made printable: a
 * wrap can put `::` first in its line, behind blanks and our own colours.
 */
export function withoutCommands(output: string): string {
  return output.replaceAll(/^((?:[^\S\n]|\p{Cc}\[\d*m)*):(?=:)/gmu, String.raw`$1\x3a`);
}

function escape(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\r') return String.raw`\r`;
  if (character === '\t') return String.raw`\t`;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

function fewMarks(marks: string): string {
  const list = [...marks];
  return list.length <= MAX_MARKS ? marks : `${list.slice(0, MAX_MARKS).join('')}…`;
}
