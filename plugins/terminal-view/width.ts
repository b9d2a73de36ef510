/** How many terminal columns a printable text takes. */

import { eastAsianWidth } from 'get-east-asian-width';

/** One column each, and most reports hold nothing else: ASCII, Latin letters, and the symbols of our own drawings. */
const NARROW = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u2026\u2192\u2500-\u257f\u2717]*$/;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

let segmenter: Intl.Segmenter | undefined;

/** True when every UTF-16 unit is one column. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Characters as a reader counts them, marks and joiners included. */
export function* characters(text: string): Generator<string> {
  // Made when it is needed first: it costs more than the rest of a report.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Columns of a text: wide characters and emoji take two, combining marks none. */
export function widthOf(text: string): number {
  if (isNarrow(text)) return text.length;
  let width = 0;
  for (const character of characters(text)) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (EMOJI.test(character)) return 2;
  let width = 0;
  for (const part of character) {
    if (!NONE.test(part)) width += eastAsianWidth(part.codePointAt(0) ?? 0);
  }
  // The vowels and finals of a Korean syllable stand inside of its first letter.
  return isSyllable(character) ? Math.min(width, 2) : width;
}

function isSyllable(character: string): boolean {
  return character >= '\u1100' && character < '\u1160';
}
