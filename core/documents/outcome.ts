/** How a case ended, in the three words that documents have for it. */

import { FAULT_LABELS } from '../manifest/case.js';
import type { ProbeCase } from './types.js';

/** Reasons that are no verdict: the case, or readiness, could not be completed. */
export const INCOMPLETE_REASONS: readonly string[] = Object.values(FAULT_LABELS);

export type CaseOutcome = 'pass' | 'fail' | 'error';

/** `error`: it could not be completed, so nothing is known about the tool. */
export function outcomeOfCase({ passed, reason }: Pick<ProbeCase, 'passed' | 'reason'>): CaseOutcome {
  if (passed) return 'pass';
  return reason !== null && INCOMPLETE_REASONS.includes(reason) ? 'error' : 'fail';
}
