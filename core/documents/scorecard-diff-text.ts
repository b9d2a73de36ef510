/** A diff of scorecards for terminals and for pull requests. */

import type { KeptFinding } from '../baseline/types.js';
import { markdownCode, markdownProse } from '../text/markdown.js';
import { printable } from '../text/printable.js';
import { markdownTable } from './markdown.js';
import type { ScorecardDiff } from './scorecard-diff.js';

const NAME = { max: 80 };
const MESSAGE = { max: 300 };

export function scorecardDiffText(diff: ScorecardDiff): string {
  const { tools } = diff;
  const finding = (word: string, { severity, tool, rule, message }: KeptFinding): string =>
    `${word} ${severity} ${printable(tool, NAME)} ${rule}: ${printable(message, MESSAGE)}`;
  const lines = [
    ...resultWords(diff),
    ...diff.new.map((one) => finding('NEW', one)),
    ...diff.gone.map((one) => finding('gone', one)),
    ...tools.added.map((name) => `tool ${printable(name, NAME)} added`),
    ...tools.removed.map((name) => `tool ${printable(name, NAME)} removed`),
    ...reservation(diff),
    summaryWords(diff),
  ];
  return lines.map((line) => `${printable(line, { max: 600 })}\n`).join('');
}

export function scorecardDiffMarkdown(diff: ScorecardDiff): string {
  const row = (word: string, { severity, tool, rule, message }: KeptFinding): readonly string[] => [
    word,
    severity,
    markdownCode(tool, NAME),
    markdownCode(rule, NAME),
    markdownProse(message),
  ];
  const rows = [...diff.new.map((one) => row('**new**', one)), ...diff.gone.map((one) => row('gone', one))];
  const named = (names: readonly string[]): string => names.map((name) => markdownCode(name, NAME)).join(', ');
  const { added, removed } = diff.tools;
  const blocks = [
    '# MCP scorecard: what moved',
    `**${summaryWords(diff)}**`,
    resultWords(diff).join(', '),
    ...(added.length === 0 ? [] : [`New tools: ${named(added)}`]),
    ...(removed.length === 0 ? [] : [`Tools that are gone: ${named(removed)}`]),
    ...reservation(diff).map((text) => `> ${markdownProse(text)}`),
    ...(rows.length === 0 ? [] : [markdownTable(['Finding', 'Severity', 'Tool', 'Rule', 'Message'], rows)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function resultWords({ grade, score }: ScorecardDiff): readonly string[] {
  const shown = (value: number | null): string => (value === null ? 'none' : value.toFixed(4));
  return [
    moved('grade', grade.baseline ?? 'none', grade.current ?? 'none'),
    moved('score', shown(score.baseline), shown(score.current)),
  ];
}

function moved(name: string, before: string, now: string): string {
  return before === now ? `${name} ${now} unchanged` : `${name} ${before} → ${now}`;
}

function reservation({ not_comparable: why, gone }: ScorecardDiff): readonly string[] {
  if (why === null) return [];
  const missing = gone.length === 0 ? '' : ' What is gone may not have been looked for.';
  return [`The two runs did not look at the same: ${why}.${missing}`];
}

function summaryWords({ summary }: ScorecardDiff): string {
  return Object.entries(summary)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
