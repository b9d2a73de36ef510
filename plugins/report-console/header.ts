import { printable } from '../../core/index.js';
import { type Header, modeWords, type Part } from '../scorecard-view/header.js';
import { namedServer } from '../scorecard-view/names.js';
import { percent } from '../scorecard-view/numbers.js';
import { panel } from '../terminal-view/blocks.js';
import type { Segment } from '../terminal-view/columns.js';
import type { Style } from '../terminal-view/style.js';

const BAR = 20;
const NAME = { max: 60 };

/** The box with what matters most, its border in the colour of the grade. Spec: scorecard 1.8. */
export function headerPanel(style: Style, header: Header): readonly string[] {
  const title =
    `MCP Scorecard: ${printable(namedServer(header.server), NAME)} ${printable(header.version, NAME)}`.trimEnd();
  const { scorer, note, mode } = header;
  const because = mode.because === undefined ? '' : ` (${printable(mode.because, NAME)})`;
  const lines: readonly (readonly Segment[])[] = [
    [{ text: title, paint: style.bold }],
    gradeLine(style, header),
    note === undefined ? [] : [{ text: printable(note), paint: style.warn }],
    partsLine(style, header.parts),
    scorer === undefined ? [] : [{ text: `scored by ${printable(scorer, NAME)}`, paint: style.dim }],
    [{ text: printable(header.protocol, NAME), paint: style.dim }],
    [{ text: `${modeWords(mode)}${because}`, paint: style.dim }],
  ];
  return panel(style, style.grade(header.grade), lines);
}

function gradeLine(style: Style, { grade, score, gradeless }: Header): readonly Segment[] {
  if (grade === null || score === null)
    return [{ text: 'No grade:', paint: style.bold }, { text: printable(gradeless ?? 'nothing was judged') }];
  const { full, empty } = style.symbols;
  const filled = Math.round(score * BAR);
  const paint = style.grade(grade);
  const letter = (text: string): string => style.bold(paint(text));
  return [
    { text: `${grade} ${style.symbols.dot} ${percent(score)}`, paint: letter },
    {
      text: full.repeat(filled) + empty.repeat(BAR - filled),
      paint: (bar) => paint(bar.slice(0, filled)) + style.dim(bar.slice(filled)),
    },
  ];
}

function partsLine(style: Style, parts: readonly Part[]): readonly Segment[] {
  return parts.flatMap(({ label, share, passed, total }, at): readonly Segment[] => {
    const counts = total === undefined ? '' : ` (${passed}/${total})`;
    const separator = at === 0 ? [] : [{ text: style.symbols.dot, paint: style.dim }];
    return [
      ...separator,
      { text: printable(label, NAME), paint: style.dim },
      { text: `${share === null ? 'n/a' : percent(share)}${counts}` },
    ];
  });
}
