import type { Confidence, Report, Severity } from '../../core/index.js';
import { findingOf, ownerOf } from './findings.js';
import { type Judged, judgedBy, passed } from './judged.js';

/** What a check of a tool's effects came to. */
export interface EffectRow {
  /** The probe that looked. */
  readonly check: string;
  readonly tool: string;
  readonly status: 'pass' | 'fail' | 'inconclusive' | 'skipped';
  /** Of a failure. */
  readonly rule: string | null;
  readonly severity: Severity | null;
  readonly fix: string | null;
  /** Of a pass or a failure. */
  readonly confidence: Confidence | null;
  /** How it was found out. */
  readonly basis: string;
  readonly message: string;
}

/** One row for each observation that rules of the family `effect` judge. Spec: scorecard 2.4. */
export function effectsOf(report: Report): readonly EffectRow[] {
  const ran = judgedBy(report, 'effect').filter(({ verdicts }) => verdicts.length > 0);
  return ran.map((judged) => effectRow(report, judged));
}

function effectRow(report: Report, { observation, verdicts }: Judged): EffectRow {
  const { probe, subject, basis = '', reason = '' } = observation;
  const row = { check: probe, tool: ownerOf(subject), basis, rule: null, severity: null, fix: null };
  const result = passed(verdicts);
  if (result === undefined) {
    const skipped = verdicts.every(({ outcome }) => outcome === 'skipped');
    return {
      ...row,
      status: skipped ? 'skipped' : 'inconclusive',
      confidence: null,
      message: reason || (verdicts[0]?.reason ?? ''),
    };
  }
  const failure = verdicts.find(({ outcome }) => outcome === 'fail');
  if (failure === undefined) {
    const pass = verdicts.find(({ outcome }) => outcome === 'pass');
    return { ...row, status: 'pass', confidence: pass?.confidence ?? null, message: basis };
  }
  const { rule, severity, confidence, message, fix } = findingOf(report, failure);
  return { ...row, status: 'fail', rule, severity, confidence, message, fix };
}

/** `FAIL` is an error, `WARN` a warning. */
export function resultOf({ status, severity }: EffectRow): string {
  if (status !== 'fail') return status;
  return severity === 'error' ? 'FAIL' : 'WARN';
}
