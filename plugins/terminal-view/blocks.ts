import { paintLine, type Segment, wrap } from './columns.js';
import type { Paint, Style } from './style.js';
import { widthOf } from './width.js';

/** A box as wide as its longest line needs, at most as wide as the terminal; long lines are wrapped inside of it. */
export function panel(style: Style, paint: Paint, lines: readonly (readonly Segment[])[]): readonly string[] {
  const [topLeft, topRight, bottomLeft, bottomRight, side] = style.symbols.box;
  const inner = lines.flatMap((line) => wrap(line, style.width - 4));
  const wide = Math.max(...inner.map(lineWidth), MIN_PANEL);
  const edge = style.symbols.line.repeat(wide + 2);
  return [
    paint(topLeft + edge + topRight),
    ...inner.map((line) => `${paint(side)} ${paintLine(line)}${' '.repeat(wide - lineWidth(line))} ${paint(side)}`),
    paint(bottomLeft + edge + bottomRight),
  ];
}

/** Narrower boxes look lost above a table. */
const MIN_PANEL = 34;

/** Segments as a paragraph: `first` in front of its first line, as many blanks in front of the others. */
export function paragraph(style: Style, first: Segment, segments: readonly Segment[]): readonly string[] {
  const indent = widthOf(first.text);
  const lines = wrap(segments, Math.min(style.width, MAX_PROSE) - indent);
  const head = first.paint === undefined ? first.text : first.paint(first.text);
  return lines.map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + paintLine(line));
}

/** Columns after which prose is hard to read, however wide the terminal is. */
const MAX_PROSE = 100;

function lineWidth(words: readonly Segment[]): number {
  return words.reduce((sum, { text }) => sum + widthOf(text), Math.max(0, words.length - 1));
}
