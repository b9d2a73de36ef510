import { outcomeOfCase } from './outcome.js';
import type { ProbeReport } from './types.js';

/**
 * What a report says to a shell: 0 all cases passed, 1 one failed, 3 one could not be completed, or readiness could not
 * be measured. 3 outranks 1. Source: manifest specification, 3.8.
 */
export function exitCodeOf({ cases, readiness_error: readinessError }: ProbeReport): 0 | 1 | 3 {
  const outcomes = new Set(cases.map(outcomeOfCase));
  if (readinessError !== null || outcomes.has('error')) return 3;
  return outcomes.has('fail') ? 1 : 0;
}
