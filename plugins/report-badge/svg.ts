import { type Grade, xmlText } from '../../core/index.js';
import type { Face } from './face.js';

const COLORS: Readonly<Record<Grade, string>> = {
  A: '#3fb911',
  B: '#2e8b2e',
  C: '#b08800',
  D: '#d4650b',
  F: '#cf2f27',
};
const NO_GRADE = '#777';
const LABEL = 'MCP';
const PADDING = 7;
const HEIGHT = 20;

/**
 * Advance widths in Verdana, in units of a thousandth of the font size: what badges are commonly set in. Other fonts
 * are stretched to the same length, so a badge never overflows.
 */
const ADVANCES: Readonly<Record<string, number>> = {
  ' ': 352,
  '(': 454,
  ')': 454,
  '·': 364,
  A: 684,
  B: 686,
  C: 698,
  D: 771,
  F: 575,
  M: 843,
  P: 603,
  T: 616,
  a: 601,
  c: 521,
  d: 623,
  e: 596,
  g: 623,
  l: 274,
  n: 633,
  o: 607,
  p: 623,
  r: 427,
  s: 521,
};
const FONT_SIZE = 11;

/** The badge as SVG, made without any service. Spec: scorecard 3.5. */
export function badgeSvg({ grade, capped, title }: Face): string {
  const text = `${grade ?? 'no grade'}${capped ? ' (capped)' : ''} · Toolscore`;
  const left = textWidth(LABEL) + 2 * PADDING;
  const right = textWidth(text) + 2 * PADDING;
  const words = xmlText(title, { max: 1_000 });
  const color = grade === null ? NO_GRADE : COLORS[grade];
  // The label is a path with round corners on its left only, not a clip with an id: badges may share one page.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${words}">
  <title>${words}</title>
  <rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${color}"/>
  <path d="M3 0H${left}V${HEIGHT}H3A3 3 0 0 1 0 ${HEIGHT - 3}V3A3 3 0 0 1 3 0Z" fill="#444"/>
  <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${FONT_SIZE}">
    <text x="${PADDING}" y="14" textLength="${textWidth(LABEL)}">${LABEL}</text>
    <text x="${left + PADDING}" y="14" textLength="${textWidth(text)}">${xmlText(text)}</text>
  </g>
</svg>
`;
}

function textWidth(text: string): number {
  return Math.round([...text].reduce((sum, character) => sum + (ADVANCES[character] ?? 600), 0) * (FONT_SIZE / 1_000));
}
