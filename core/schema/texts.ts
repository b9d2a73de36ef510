/** Texts for a property. Scorecard specification 1.2, rows 5 to 8, then whatever length and pattern ask for. */

import { formattedTexts } from './formats.js';
import { patternTexts } from './pattern-texts.js';
import { rotate } from './rotate.js';
import { exampleIn, keywordTexts, sampleText, spellings } from './sample-words.js';
import type { Shape } from './shape.js';

/** Texts with a number behind them, for lists that want different ones. */
const NUMBERED = 100;

export interface TextPlace {
  readonly name: string;
  readonly index: number;
  /** Nothing that the server suggests: only texts that cannot name somebody's record. */
  readonly synthetic: boolean;
}

/** Proposals in the order of the rules; the caller takes the first that the schema accepts. */
export function* textsOf(shape: Shape, { name, index, synthetic }: TextPlace): Generator<string> {
  const { minLength: min, maxLength: max } = shape;
  const example = synthetic ? undefined : exampleIn(shape.description);
  if (example !== undefined) yield example;
  for (const format of shape.formats) yield* formattedTexts(format, min, max);
  const words = keywordTexts(name);
  const plain = words === undefined ? [sampleText(name)] : rotate(words, index);
  for (const text of plain) yield fitted(text, min, max);
  if (shape.patterns.length > 0) {
    for (const text of plain.slice(0, 1).flatMap(spellings)) yield fitted(text, min, max);
    for (const pattern of shape.patterns) yield* patternTexts(pattern, index, min, max);
  }
  for (let number = 2; number <= NUMBERED; number += 1) yield numbered(plain[0] ?? '', number, min, max);
  for (const text of ['sample', 's', '']) yield fitted(text, min, max);
}

/** The text repeated or cut to a length that is allowed. */
function fitted(text: string, min: number, max: number): string {
  if (text.length > max) return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
  if (text.length >= min) return text;
  return `${text}_`.repeat(Math.ceil(min / (text.length + 1))).slice(0, min);
}

function numbered(text: string, number: number, min: number, max: number): string {
  const ending = `_${number}`;
  const long = fitted(text, Math.max(0, min - ending.length), Math.max(0, max - ending.length)) + ending;
  return long.length <= max ? long : String(number).slice(0, max);
}
