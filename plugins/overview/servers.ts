/** The table at the end of a run over many servers. */

import { printable, type ServerOutcome, type ServerRow, type Terminal, withoutCommands } from '../../core/index.js';
import { counted, percent } from '../scorecard-view/numbers.js';
import type { Segment } from '../terminal-view/columns.js';
import { type Style, styleOf } from '../terminal-view/style.js';
import { type Column, table } from '../terminal-view/table.js';

const NAME: Column = { title: 'Server', min: 12 };
const WORST: Column = { title: 'What is worst', min: 24, lines: 4 };
const COLUMNS: Readonly<Record<'scorecard' | 'lint', readonly Column[]>> = {
  scorecard: [NAME, { title: 'Grade' }, { title: 'Score', align: 'right' }, WORST],
  lint: [NAME, { title: 'Errors', align: 'right' }, { title: 'Warnings', align: 'right' }, WORST],
};

/** One row for each server, in the given order, and below it how many there were. */
export function renderServers(
  outcomes: readonly ServerOutcome[],
  kind: 'scorecard' | 'lint',
  terminal: Terminal,
): string {
  const style = styleOf(terminal);
  const rows = outcomes.map((outcome) => [
    { text: printable(outcome.name, { max: 60 }) },
    ...('row' in outcome ? resultCells(style, outcome.row, kind) : errorCells(style, outcome.error)),
  ]);
  const failed = outcomes.filter((outcome) => 'error' in outcome).length;
  const count = counted(outcomes.length, 'server') + (failed > 0 ? `, ${failed} without a result` : '');
  const lines = [...table(style, COLUMNS[kind], rows), `  ${style.dim(count)}`];
  return withoutCommands(`\n${lines.join('\n')}\n\n`);
}

function resultCells(style: Style, row: ServerRow, kind: 'scorecard' | 'lint'): readonly Segment[] {
  const { grade, score, capped, errors, warnings } = row;
  const nothing = kind === 'lint' || grade !== null ? 'nothing to fix' : '';
  const worst: Segment =
    row.worst === '' ? { text: nothing, paint: style.good } : { text: printable(row.worst, { max: 300 }) };
  if (kind === 'lint') {
    return [
      { text: String(errors), paint: errors > 0 ? style.bad : style.dim },
      { text: String(warnings), paint: warnings > 0 ? style.warn : style.dim },
      worst,
    ];
  }
  const paint = style.grade(grade);
  return [
    grade === null
      ? { text: 'none', paint: style.dim }
      : { text: capped ? `${grade} (capped)` : grade, paint: (text) => style.bold(paint(text)) },
    { text: score === null ? '' : percent(score), paint },
    worst,
  ];
}

function errorCells(style: Style, error: string): readonly Segment[] {
  return [{ text: 'none', paint: style.dim }, { text: '' }, { text: printable(error, { max: 300 }), paint: style.bad }];
}
