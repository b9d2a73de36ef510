/** What moved between two reports of one server. Source: manifest specification, 4.5. */

import { UsageError } from '../errors.js';
import { canonicalJson } from '../effects/canonical.js';
import type { StoredReport } from './stored.js';
import {
  type CaseMove,
  DIFF_SCHEMA,
  type DiffVerdict,
  type ProbeCase,
  type ProbeDiff,
  type ReadinessMove,
} from './types.js';

/**
 * Cases match by id and kind.
 * @throws UsageError when the reports are of two servers
 */
export function diffReports(baseline: StoredReport, current: StoredReport): ProbeDiff {
  const [before, now] = [baseline.document, current.document];
  if (before.server !== now.server)
    throw new UsageError(
      `The two reports are of two servers: the baseline of "${before.server}", the current one of "${now.server}". Give two reports of one server.`,
    );
  const old = byKey(before.cases);
  const present = byKey(now.cases);
  const cases = now.cases.flatMap((one) => {
    const match = old.get(keyOf(one));
    return match === undefined ? [] : [moveOf(match, one)];
  });
  const removed = before.cases.filter((one) => !present.has(keyOf(one))).map(({ id }) => id);
  const added = now.cases.filter((one) => !old.has(keyOf(one))).map(({ id }) => id);
  const count = (wanted: DiffVerdict): number => cases.filter(({ verdict }) => verdict === wanted).length;
  return {
    schema: DIFF_SCHEMA,
    readiness: readinessMove(baseline, current),
    summary: {
      regressed: count('regressed'),
      fixed: count('fixed'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      removed: removed.length,
      added: added.length,
    },
    cases,
    removed,
    added,
  };
}

/** Neither grammar has a blank. */
const keyOf = ({ id, probe }: ProbeCase): string => `${id} ${probe}`;
const byKey = (cases: readonly ProbeCase[]): ReadonlyMap<string, ProbeCase> =>
  new Map(cases.map((one) => [keyOf(one), one]));

function moveOf(before: ProbeCase, now: ProbeCase): CaseMove {
  return {
    id: now.id,
    probe: now.probe,
    verdict: verdictOf(before, now),
    baseline_reason: before.reason,
    current_reason: now.reason,
    measurements: {
      ...pairOf('total_tokens', before, now),
      ...pairOf('latency_ms', before, now),
    },
  };
}

function verdictOf(before: ProbeCase, now: ProbeCase): DiffVerdict {
  if (before.passed !== now.passed) return now.passed ? 'fixed' : 'regressed';
  return before.reason === now.reason ? 'unchanged' : 'changed';
}

function pairOf(name: 'total_tokens' | 'latency_ms', before: ProbeCase, now: ProbeCase): CaseMove['measurements'] {
  const [baseline, current] = [before.measurements[name], now.measurements[name]];
  return baseline === undefined || current === undefined ? {} : { [name]: { baseline, current } };
}

function readinessMove(baseline: StoredReport, current: StoredReport): ReadinessMove {
  const [before, now] = [baseline.document.readiness, current.document.readiness];
  return {
    baseline: before?.score ?? baseline.legacyScore ?? null,
    current: now?.score ?? current.legacyScore ?? null,
    baseline_standard: before?.standard ?? null,
    current_standard: now?.standard ?? null,
    comparable:
      before !== null &&
      now !== null &&
      before.standard === now.standard &&
      // What one side does not say of its conditions is not made up. 4.9.5
      canonicalJson(before.profile ?? null) === canonicalJson(now.profile ?? null),
  };
}

export interface DiffGates {
  readonly failOnRegression?: boolean;
  readonly failOnChange?: boolean;
}

/** 1 when a gate that was asked for fires: a case that passed does not any more, or one fails for another reason. */
export function diffExitCode({ summary }: ProbeDiff, { failOnRegression, failOnChange }: DiffGates): 0 | 1 {
  const regressed = failOnRegression === true && summary.regressed > 0;
  const changed = failOnChange === true && summary.changed > 0;
  return regressed || changed ? 1 : 0;
}
