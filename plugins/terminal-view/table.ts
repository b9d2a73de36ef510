import { fit, paintLine, type Segment, wrap } from './columns.js';
import type { Style } from './style.js';
import { widthOf } from './width.js';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** The column may shrink to this width when the table is too wide. */
  readonly min?: number;
  /** Lines that a cell may take; 1 when left out. */
  readonly lines?: number;
}

const GAP = '   ';
const INDENT = '  ';

/** A table of printable texts under a ruled head, no wider than the terminal. Returns its lines, none for no rows. */
export function table(
  style: Style,
  columns: readonly Column[],
  rows: readonly (readonly Segment[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const widths = columnWidths(style.width, columns, rows);
  const rule = style.dim(
    style.symbols.line.repeat(widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))),
  );
  const head = columns.map(({ title }) => ({ text: title, paint: style.bold }));
  return [head, ...rows].flatMap((row, at) => {
    const lines = rowLines(style, columns, widths, row);
    return at === 0 ? [...lines, INDENT + rule] : lines;
  });
}

/** As wide as the cells want; when that is too much, the widest column that may shrink gives way first. */
function columnWidths(
  width: number,
  columns: readonly Column[],
  rows: readonly (readonly Segment[])[],
): readonly number[] {
  const widths = columns.map(({ title }, at) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[at]?.text ?? '')), widthOf(title)),
  );
  const slack = (at: number): number => (widths[at] ?? 0) - (columns[at]?.min ?? Infinity);
  let excess = INDENT.length + widths.reduce((sum, wide) => sum + wide, GAP.length * (widths.length - 1)) - width;
  for (; excess > 0; excess -= 1) {
    const able = [...widths.keys()].filter((at) => slack(at) > 0);
    if (able.length === 0) break;
    const widest = able.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function rowLines(
  style: Style,
  columns: readonly Column[],
  widths: readonly number[],
  row: readonly Segment[],
): readonly string[] {
  const cells = row.map(({ text, paint }, at) => ({
    paint,
    lines: cellLines(style, text, widths[at] ?? 0, columns[at]?.lines ?? 1),
  }));
  const height = Math.max(...cells.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const texts = cells.map(({ lines, paint }, at) => {
      const text = lines[line] ?? '';
      const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
      const shown = paint === undefined || text === '' ? text : paint(text);
      return columns[at]?.align === 'right' ? space + shown : shown + space;
    });
    return (INDENT + texts.join(GAP)).trimEnd();
  });
}

function cellLines(style: Style, text: string, width: number, most: number): readonly string[] {
  if (most === 1 || widthOf(text) <= width) return [fit(text, width, style.symbols.ellipsis)];
  const lines = wrap([{ text }], width).map((line) => paintLine(line));
  if (lines.length <= most) return lines;
  // The last line takes a word too many on purpose, so that the cut shows.
  const last = `${lines[most - 1]} ${lines[most]}`;
  return [...lines.slice(0, most - 1), fit(last, width, style.symbols.ellipsis)];
}
