/** What makes a finished run fail. */

import { UsageError } from '../errors.js';
import { gradeMeets, GRADES } from '../grade.js';
import type { Report } from '../model.js';
import { blockingFindings } from '../rules/counted.js';
import { leftOver } from './baseline.js';

export type FailUnder = { readonly grade: string } | { readonly score: number };

/**
 * A gate as the user writes it: a letter in any case, or a score from 0 to 1. Spec: scorecard 3.4.
 * @throws UsageError for anything else
 */
export function parseFailUnder(text: string): FailUnder {
  const letter = text.toUpperCase();
  if ((GRADES as readonly string[]).includes(letter)) return { grade: letter };
  const score = text.trim() === '' ? Number.NaN : Number(text);
  if (score >= 0 && score <= 1) return { score };
  throw new UsageError(`--fail-under takes a grade (${GRADES.join(', ')}) or a score from 0 to 1, found "${text}".`);
}

/**
 * Why a run fails its gates, one sentence each; empty when it passes. In `ci`, findings of
 * severity error block, of rules that count, and in a run with a baseline only those that are new. Grade and score are what
 * they are: a baseline does not make a server better, so `failUnder` does not look at it.
 */
export function failedGates(
  report: Report,
  gates: { readonly failUnder?: FailUnder | undefined; readonly ci: boolean; readonly strictBaseline?: boolean },
): readonly string[] {
  const failed: string[] = [];
  const { failUnder } = gates;
  if (failUnder !== undefined && 'grade' in failUnder && !gradeMeets(report.grade, failUnder.grade)) {
    failed.push(`grade ${report.grade ?? 'none'} is below ${failUnder.grade}`);
  }
  if (failUnder !== undefined && 'score' in failUnder && (report.score.value ?? -1) < failUnder.score) {
    failed.push(`score ${report.score.value?.toFixed(4) ?? 'none'} is below ${failUnder.score}`);
  }
  const blocking = blockingFindings(report).length;
  if (gates.ci && blocking > 0) {
    const fresh = report.baseline === undefined ? '' : 'new ';
    failed.push(`${blocking} ${fresh}blocking ${blocking === 1 ? 'finding' : 'findings'} of severity error`);
  }
  const stale = gates.strictBaseline === true && report.baseline !== undefined ? leftOver(report.baseline) : undefined;
  if (stale !== undefined) failed.push(stale);
  const broken = report.faults.length;
  if (gates.ci && broken > 0)
    failed.push(`${broken} plugin ${broken === 1 ? 'failure' : 'failures'}, so not everything was judged`);
  return failed;
}
