import colors from 'picocolors';
import type { Grade, Severity, Terminal } from '../../core/index.js';

export type Paint = (text: string) => string;

/** What the drawing functions need to know of a terminal. */
export interface Style {
  /** Columns to fill at most. */
  readonly width: number;
  readonly verbose: boolean;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
  readonly grade: (grade: Grade | null) => Paint;
  readonly severity: (severity: Severity) => { readonly symbol: string; readonly paint: Paint };
  readonly symbols: Symbols;
}

export interface Symbols {
  readonly error: string;
  readonly warning: string;
  readonly info: string;
  readonly fixed: string;
  readonly arrow: string;
  readonly dot: string;
  readonly ellipsis: string;
  readonly line: string;
  /** Top left, top right, bottom left, bottom right, vertical. */
  readonly box: readonly [string, string, string, string, string];
  readonly full: string;
  readonly empty: string;
}

const UNICODE: Symbols = {
  error: '✗',
  warning: '!',
  info: '·',
  fixed: '✓',
  arrow: '→',
  dot: '·',
  ellipsis: '…',
  line: '─',
  box: ['╭', '╮', '╰', '╯', '│'],
  full: '━',
  empty: '─',
};
const ASCII: Symbols = {
  error: 'x',
  warning: '!',
  info: '-',
  fixed: '+',
  arrow: '->',
  dot: '|',
  ellipsis: '...',
  line: '-',
  box: ['+', '+', '+', '+', '|'],
  full: '#',
  empty: '.',
};

/** Narrower than this, columns would hold nothing; lines that are longer than the other are hard to read. */
const MIN_WIDTH = 40;
const MAX_WIDTH = 160;

export function styleOf({ width, color, unicode, verbose }: Terminal): Style {
  const { bold, dim, green, greenBright, yellow, red, redBright, cyan } = colors.createColors(color);
  const symbols = unicode ? UNICODE : ASCII;
  // Sixteen colours know no orange; bright red stands between yellow and red.
  const grades = { A: greenBright, B: green, C: yellow, D: redBright, F: red };
  return {
    width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)),
    verbose,
    bold,
    dim,
    symbols,
    good: green,
    warn: yellow,
    bad: red,
    grade: (grade) => (grade === null ? dim : grades[grade]),
    severity: (severity) => ({
      symbol: symbols[severity],
      paint: { error: red, warning: yellow, info: cyan }[severity],
    }),
  };
}
