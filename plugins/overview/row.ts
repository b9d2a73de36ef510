/** What a report comes to in one line. */

import type { Report, ServerRow } from '../../core/index.js';
import { baselineCounts, shownViewOf } from '../scorecard-view/baseline.js';
import { withoutOwner, withRule } from '../scorecard-view/findings.js';
import { namedTool } from '../scorecard-view/names.js';
import { counted, percent } from '../scorecard-view/numbers.js';

export function rowOf(report: Report, kind: 'scorecard' | 'lint'): ServerRow {
  const { header, fixes, uncounted, lintErrors: errors, lintWarnings: warnings } = shownViewOf(report);
  const { grade, score, capped, gradeless } = header;
  const [first] = fixes;
  const problem =
    first === undefined
      ? uncountedWords(uncounted.causes.length) || (baselineCounts(report) ?? '')
      : withRule(`${namedTool(first.owner)}: ${withoutOwner(first.problem, first.owner)}`, first.rule);
  const none = kind === 'scorecard' && gradeless !== undefined ? `no grade: ${gradeless}` : undefined;
  return { grade, score, capped, errors, warnings, worst: none ?? problem };
}

function uncountedWords(causes: number): string {
  return causes === 0 ? '' : `nothing that counts; ${counted(causes, 'finding')} not counted in the grade`;
}

/** `B 86 %`, or `1 error, 2 warnings`. */
export function rowWords(
  { grade, score, capped, errors, warnings, worst }: ServerRow,
  kind: 'scorecard' | 'lint',
): string {
  if (kind === 'lint') return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  if (grade === null || score === null) return worst;
  return `${grade}${capped ? ' (capped)' : ''} ${percent(score)}`;
}
