/** A diff for terminals and for pull requests. Source: manifest specification, 4.5. */

import { markdownCode } from '../text/markdown.js';
import { printable } from '../text/printable.js';
import { markdownTable } from './markdown.js';
import type { CaseMove, Pair, ProbeDiff, ReadinessMove } from './types.js';

export function diffText(diff: ProbeDiff): string {
  const { cases, removed, added, readiness, summary } = diff;
  const lines = [
    ...cases.map((move) =>
      [`${move.id} ${move.probe} ${verdictWords(move, (label) => label)}`, ...movements(move)].join(' '),
    ),
    ...removed.map((id) => `${id} removed`),
    ...added.map((id) => `${id} added`),
    ...readinessWords(readiness, (label) => label),
    summaryWords(summary),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

export function diffMarkdown(diff: ProbeDiff): string {
  const { cases, removed, added, readiness, summary } = diff;
  const code = (label: string): string => markdownCode(label);
  const rows = [
    ...cases.map((move) => [
      code(move.id),
      code(move.probe),
      verdictWords(move, code),
      movements(move).join(', ') || '-',
    ]),
    ...removed.map((id) => [code(id), '-', 'removed', '-']),
    ...added.map((id) => [code(id), '-', 'added', '-']),
  ];
  const blocks = [
    '# Probe report: what moved',
    `**${summaryWords(summary)}**`,
    ...readinessWords(readiness, code),
    ...(rows.length === 0 ? [] : [markdownTable(['Case', 'Probe', 'Verdict', 'Movement'], rows)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function verdictWords(
  { verdict, baseline_reason: old, current_reason: now }: CaseMove,
  label: (text: string) => string,
): string {
  if (verdict === 'regressed') return `REGRESSED ${label(now ?? '')}`;
  if (verdict === 'changed') return `CHANGED ${label(old ?? '')} → ${label(now ?? '')}`;
  return verdict;
}

function movements({ measurements }: CaseMove): readonly string[] {
  return Object.entries(measurements).map(
    ([name, { baseline, current }]: [string, Pair]) => `${name}=${baseline}→${current}`,
  );
}

function readinessWords(move: ReadinessMove, label: (text: string) => string): readonly string[] {
  const { baseline, current, comparable, baseline_standard: old, current_standard: now } = move;
  if (baseline === null && current === null) return [];
  const scores = `readiness ${baseline ?? 'none'} → ${current ?? 'none'}`;
  if (comparable) return [`${scores} standard=${label(now ?? '')}`];
  const why =
    baseline === null || current === null
      ? 'one side has none'
      : old === now && old !== null
        ? 'measured under other conditions'
        : `standards ${label(old ?? 'none')} and ${label(now ?? 'none')}`;
  return [`${scores} not comparable: ${why}`];
}

function summaryWords(summary: ProbeDiff['summary']): string {
  return Object.entries(summary)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
