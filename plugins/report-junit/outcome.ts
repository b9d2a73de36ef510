import { type Report, type Severity, type Verdict } from '../../core/index.js';
import { type Finding, findingOf } from '../scorecard-view/findings.js';

/** What a test case came to. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly severity: Severity; readonly findings: readonly Finding[] }
  /** It did not look, could not tell, or found what fails nothing; always with a reason. */
  | { readonly kind: 'skipped'; readonly message: string }
  /** It could not be looked at, because the connection or a plugin failed. */
  | { readonly kind: 'error'; readonly message: string };

/**
 * A finding fails its case, be it an error or a warning. What a baseline knows, what does not count and what is mere
 * information fails nothing, and is no pass either.
 */
export function outcomeOf(report: Report, verdicts: readonly Verdict[]): Outcome {
  const findings = verdicts.filter(({ outcome }) => outcome === 'fail').map((verdict) => findingOf(report, verdict));
  const failing = findings.filter(
    (finding) => !isKnown(report, finding) && finding.counted && finding.severity !== 'info',
  );
  if (failing.length > 0) {
    const severity = failing.some((one) => one.severity === 'error') ? 'error' : 'warning';
    return { kind: 'failed', severity, findings: failing };
  }
  const [noted] = findings;
  if (noted !== undefined) return { kind: 'skipped', message: `${whyNoFailure(report, noted)}: ${noted.message}` };
  if (verdicts.some(({ outcome }) => outcome === 'pass')) return { kind: 'passed' };
  const cut = verdicts.find(({ outcome }) => outcome === 'incomplete');
  const message = (cut ?? verdicts[0])?.reason ?? 'no reason was given';
  return cut === undefined ? { kind: 'skipped', message } : { kind: 'error', message };
}

function isKnown({ baseline }: Report, { verdict }: Finding): boolean {
  return baseline?.states.get(verdict) === 'known';
}

function whyNoFailure(report: Report, finding: Finding): string {
  if (isKnown(report, finding)) return `the baseline ${report.baseline?.source ?? ''} knows it`;
  return finding.counted ? 'information' : 'it does not count';
}
