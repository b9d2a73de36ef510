/** Reports of one manifest on several targets, side by side. Source: manifest specification, 4.8. */

import { jsonText } from '../text/json.js';
import { markdownCode } from '../text/markdown.js';
import { printable } from '../text/printable.js';
import { exitCodeOf } from './exit-code.js';
import { markdownTable } from './markdown.js';
import { outcomeOfCase } from './outcome.js';
import type { ProbeCase, ProbeReport } from './types.js';

/** One target: its report, or the incomplete reason for which there is none. */
export type CompareColumn =
  | { readonly endpoint: string; readonly report: ProbeReport }
  | { readonly endpoint: string; readonly report: null; readonly error: string };

/** Columns of equal width, two blanks between them. Cells are of narrow characters only. */
export function compareText(columns: readonly CompareColumn[]): string {
  const rows = [['case', 'probe', ...columns.map(({ endpoint }) => endpoint)], ...rowsOf(columns)];
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${printable(line, { max: MAX_LINE })}\n`)
    .join('');
}

/** UTF-16 units. */
const MAX_LINE = 20_000;

export function compareMarkdown(columns: readonly CompareColumn[]): string {
  const code = (text: string): string => markdownCode(text);
  const rows = rowsOf(columns).map(([id = '', probe = '', ...cells]) => [
    probe === '' ? id : code(id),
    probe === '' ? NONE : code(probe),
    ...cells.map((cell) => (cell === '' ? NONE : cell)),
  ]);
  const head = ['Case', 'Probe', ...columns.map(({ endpoint }) => code(endpoint))];
  return `# Probe reports side by side\n\n${markdownTable(head, rows)}\n`;
}

const NONE = '-';

/** A list of `{endpoint, report}`; `report` is null, and `error` says why, for a target that gave none. */
export function compareJson(columns: readonly CompareColumn[]): string {
  return jsonText(columns);
}

/** 3 when a column could not be completed, else 0: a comparison informs and never fails. */
export function compareExitCode(columns: readonly CompareColumn[]): 0 | 3 {
  return columns.some(({ report }) => report === null || exitCodeOf(report) === 3) ? 3 : 0;
}

/** Cases in the order in which the columns name them; then the sums, which belong to no kind. */
function rowsOf(columns: readonly CompareColumn[]): readonly (readonly string[])[] {
  const known = new Map<string, Pick<ProbeCase, 'id' | 'probe'>>();
  for (const { report } of columns)
    for (const { id, probe } of report?.cases ?? []) if (!known.has(id)) known.set(id, { id, probe });
  const measured = columns.some(({ report }) => report !== null && report.readiness !== null);
  return [
    ...[...known.values()].map(({ id, probe }) => [id, probe, ...columns.map((column) => cellOf(column, id))]),
    ['gate', '', ...columns.map(gateCell)],
    ...(measured ? [['readiness', '', ...columns.map(readinessCell)]] : []),
  ];
}

function cellOf(column: CompareColumn, id: string): string {
  if (column.report === null) return `error(${column.error})`;
  const one = column.report.cases.find((other) => other.id === id);
  if (one === undefined) return '';
  const outcome = outcomeOfCase(one);
  return outcome === 'pass' ? outcome : `${outcome}(${one.reason})`;
}

function gateCell(column: CompareColumn): string {
  if (column.report === null) return `error(${column.error})`;
  const { gate } = column.report;
  return gate === null ? '' : `${gate.passed}/${gate.total}`;
}

function readinessCell(column: CompareColumn): string {
  if (column.report === null) return `error(${column.error})`;
  const { readiness, readiness_error: error } = column.report;
  if (error !== null) return `error(${error})`;
  return readiness === null ? '' : `${readiness.score}/100`;
}
