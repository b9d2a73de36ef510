import { type KeptFinding, printable, type Report } from '../../core/index.js';
import { baselineWords, FIXED, fixedIn, notLookedAt, otherServerWords } from '../scorecard-view/baseline.js';
import { withoutOwner } from '../scorecard-view/findings.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted } from '../scorecard-view/numbers.js';
import { paragraph } from '../terminal-view/blocks.js';
import type { Style } from '../terminal-view/style.js';

const MOST_FIXED = 8;
const MOST_REASONS = 5;

/** How the run stands to its baseline, and what is fixed since; nothing without a baseline. */
export function baselineLines(style: Style, report: Report): readonly string[] {
  const words = baselineWords(report, (text) => printable(text, { max: 200 }));
  if (words === undefined) return [];
  const reasons = notLookedAt(report);
  const more = reasons.length - MOST_REASONS;
  const other = otherServerWords(report, (name) => `"${printable(name, { max: 60 })}"`);
  const told = [
    words,
    ...(other === undefined ? [] : [other]),
    ...reasons.slice(0, MOST_REASONS).map(({ text, reason }) => `${text}: ${printable(reason, { max: 200 })}.`),
    ...(more > 0 ? [`More were not looked at for ${counted(more, 'other reason')}; the JSON report has all.`] : []),
  ];
  const { symbol, paint } = style.severity('info');
  return [
    ...told.flatMap((text) => paragraph(style, { text: `  ${symbol} `, paint }, [{ text }])),
    ...fixedLines(style, report),
  ];
}

function fixedLines(style: Style, report: Report): readonly string[] {
  const fixed = fixedIn(report);
  if (fixed.length === 0) return [];
  const more = fixed.length - MOST_FIXED;
  return [
    '',
    `  ${style.bold(FIXED)}`,
    ...fixed.slice(0, MOST_FIXED).flatMap((finding) => keptLine(style, style.symbols.fixed, style.good, finding)),
    ...(more > 0 ? [`  ${style.dim(`and ${more} more`)}`] : []),
  ];
}

/** A finding as a report kept it, on a line of its own. */
export function keptLine(
  style: Style,
  symbol: string,
  paint: Style['good'],
  { tool, rule, message }: KeptFinding,
): readonly string[] {
  return paragraph(style, { text: `  ${symbol} `, paint }, [
    { text: `${printable(namedTool(tool), { max: 60 })}:`, paint: style.bold },
    { text: printable(withoutOwner(message, tool), { max: 300 }) },
    ...(message.includes(`(${rule})`) ? [] : [{ text: `(${printable(rule, { max: 80 })})`, paint: style.dim }]),
  ]);
}
