import { type Output, printable, type Report, type Terminal, withoutCommands } from '../../core/index.js';
import { baselineCounts } from '../scorecard-view/baseline.js';
import { namedServer } from '../scorecard-view/names.js';
import { percent } from '../scorecard-view/numbers.js';
import { viewOf } from '../scorecard-view/view.js';
import { styleOf } from '../terminal-view/style.js';

/** One line: server, grade, score, and the files that hold the rest. Spec: scorecard 7.1. */
export function renderSummary(report: Report, outputs: readonly Output[], terminal: Terminal): string {
  const style = styleOf(terminal);
  const { server, version, grade, score, capped, gradeless } = viewOf(report).header;
  const name = `${printable(namedServer(server), { max: 60 })} ${printable(version, { max: 60 })}`.trimEnd();
  const result =
    grade === null || score === null
      ? `no grade, ${printable(gradeless ?? '', { max: 200 })}`
      : `${style.bold(style.grade(grade)(grade))}${capped ? ' (capped)' : ''} ${percent(score)}`;
  const files = outputs.filter(({ path }) => path !== '-').map(({ path }) => printable(path));
  const counts = baselineCounts(report);
  const compared =
    counts === undefined ? '' : ` (against ${printable(report.baseline?.source ?? '', { max: 200 })}: ${counts})`;
  const arrow = files.length === 0 ? '' : ` ${style.dim(style.symbols.arrow)} ${files.join(', ')}`;
  return withoutCommands(`${style.bold(name)}: ${result}${compared}${arrow}\n`);
}
