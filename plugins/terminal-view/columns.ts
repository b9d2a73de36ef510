/** Text by terminal columns: wide characters take two, combining ones none. Texts are printable and not yet painted. */

import type { Paint } from './style.js';
import { characters, isNarrow, widthOf } from './width.js';

/** A run of text with one look. */
export interface Segment {
  readonly text: string;
  readonly paint?: Paint | undefined;
}

/** The text, cut to at most `width` columns with an ellipsis at its end. */
export function fit(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  return `${chunk(text, width - widthOf(ellipsis)).trimEnd()}${ellipsis}`;
}

/** As much from the start as `width` columns hold, characters whole. */
function chunk(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(0, Math.max(0, width));
  return whileFits(characters(text), width);
}

function whileFits(pieces: Iterable<string>, width: number): string {
  let kept = '';
  let used = 0;
  for (const piece of pieces) {
    used += widthOf(piece);
    if (used > width) break;
    kept += piece;
  }
  return kept;
}

/** The segments as lines of at most `width` columns, broken at blanks, and inside of words that are longer than a line. */
export function wrap(segments: readonly Segment[], width: number): readonly (readonly Segment[])[] {
  const lines: Segment[][] = [];
  let line: Segment[] = [];
  let used = 0;
  for (const { text, paint } of segments) {
    for (const word of text.split(/ +/).filter((part) => part !== '')) {
      for (const part of parts(word, width)) {
        const wide = widthOf(part);
        if (line.length > 0 && used + 1 + wide > width) {
          lines.push(line);
          [line, used] = [[], 0];
        }
        used += (line.length > 0 ? 1 : 0) + wide;
        line.push({ text: part, paint });
      }
    }
  }
  return line.length > 0 ? [...lines, line] : lines;
}

function parts(word: string, width: number): readonly string[] {
  const list: string[] = [];
  let rest = word;
  while (widthOf(rest) > width) {
    // A letter with many spacing marks can be wider than a line; then it is broken, or this would never end.
    const part = chunk(rest, width) || whileFits(rest, width) || String.fromCodePoint(rest.codePointAt(0) ?? 0);
    list.push(part);
    rest = rest.slice(part.length);
  }
  return [...list, rest];
}

/** One line of words with single blanks; neighbours of one look are painted in one go. */
export function paintLine(words: readonly Segment[]): string {
  let line = '';
  for (let at = 0; at < words.length;) {
    const paint = words[at]?.paint;
    let run = words[at]?.text ?? '';
    for (at += 1; at < words.length && words[at]?.paint === paint; at += 1) run += ` ${words[at]?.text}`;
    line += `${line === '' ? '' : ' '}${paint === undefined ? run : paint(run)}`;
  }
  return line;
}
