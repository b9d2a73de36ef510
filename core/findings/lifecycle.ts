/** How a finding moves: claimed by a person, verified by cases. Pure. Source: manifest specification, V-3 and V-4. */

import type { Finding, FindingState } from './finding.js';

/** Passes of the same case, one after the other, that close a finding. */
export const PASSES_TO_CLOSE = 3;
/** How many runs are remembered, so that one that is replayed adds nothing. */
const MAX_RUNS = 100;

export interface Progress {
  readonly state: FindingState;
  readonly streak: number;
}

/** The table of V-3. `sameCase`: everything that the last result was bound to is unchanged. */
export function nextProgress({ state, streak }: Progress, result: 'pass' | 'fail', sameCase: boolean): Progress {
  if (result === 'pass') {
    const passes = sameCase ? streak + 1 : 1;
    return { state: sameCase && passes >= PASSES_TO_CLOSE ? 'closed' : 'verifying', streak: passes };
  }
  const wasVerified = state === 'verifying' || state === 'closed';
  return { state: sameCase && wasVerified ? 'open' : 'fix-claimed', streak: 0 };
}

/** One completed run of a case. An incomplete one is no result: it changes nothing. */
export interface CaseResult {
  readonly run: string;
  readonly case: string;
  readonly fingerprint: string;
  readonly result: 'pass' | 'fail';
  /** UTC. */
  readonly at: string;
}

/** The finding after a result; the same when that run has counted already. */
export function withResult(finding: Finding, { run, case: id, fingerprint, result, at }: CaseResult): Finding {
  if (finding.runs.includes(run)) return finding;
  const sameCase = finding.fingerprint === fingerprint;
  return {
    ...finding,
    ...nextProgress(finding, result, sameCase),
    case: id,
    fingerprint,
    runs: [...finding.runs, run].slice(-MAX_RUNS),
    updated_at: at,
  };
}

/** The finding with somebody's word that it is repaired; undefined when it is not open. */
export function claimed(finding: Finding, at: string): Finding | undefined {
  return finding.state === 'open' ? { ...finding, state: 'fix-claimed', streak: 0, updated_at: at } : undefined;
}
