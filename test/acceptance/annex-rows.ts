/** The rows of Annex A of the specification of manifests that are one case against one fault. */

import type { JsonObject } from '../../core/json.js';
import { type CaseId, faultCase, MARKER } from './fault-cases.js';

export const other = (of: CaseId, id: string, more: JsonObject = {}): JsonObject => faultCase(of, { id, ...more });

/** Shows what the case before it left behind. */
export const NEXT = other('degradation-over-n', 'next', { max_attempts: 2 });
const HANDLED = other('payload-bounds', 'handled', { expect_handled: true });
export const LENIENT = other('cancellation', 'lenient', { require_honored: false });
const UNKNOWN = other('resource-subscription', 'unknown', { uri: `memo://${MARKER}/nowhere` });

/** Faults in one text, the case that meets them, and how it ends: at which call or step, and with which label; null for a pass. */
export type Row = readonly [row: string, faults: string, given: CaseId | JsonObject, at: number, reason: string | null];

/** A server that reads lines may refuse one before it knows whose request it is; over HTTP none has that excuse. */
export const STDIO_ROWS: readonly Row[] = [
  ['refuses long lines', '', 'payload-bounds', 1, null],
  ['refuses long lines that it should take', '', HANDLED, 1, 'unexpected-outcome'],
  ['refuses long lines, then ends', 'ping:crashes', 'payload-bounds', 1, 'payload-unhandled'],
  ['refuses what it should take, then ends', 'ping:crashes', HANDLED, 1, 'payload-unhandled'],
];
export const HTTP_ROWS: readonly Row[] = [
  ['refuses long texts without an id', '', 'payload-bounds', 1, 'payload-unhandled'],
  ['refuses without an id what it should take', '', HANDLED, 1, 'payload-unhandled'],
  ['takes long texts', 'line:reads-all', HANDLED, 1, null],
];

/** Over whatever they are sent. */
export const ROWS: readonly Row[] = [
  ['fails at the third call', 'count:fails@3', 'degradation-over-n', 3, 'unexpected-outcome'],
  ['another code at the second call', 'refuse:fails-otherwise@2', 'error-honesty', 2, 'unstable-error-code'],
  ['a hint in data', '', 'error-honesty', 2, null],
  ['a hint at its old place', 'refuse:hints-at-old-place', 'error-honesty', 2, null],
  ['the same hint in both', 'refuse:hints-twice', 'error-honesty', 2, null],
  ['hints that disagree', 'refuse:hints-against-itself', 'error-honesty', 1, 'retryability-mismatch'],
  ['a hint in words', 'refuse:hints-in-words', 'error-honesty', 1, 'retryability-mismatch'],
  ['recovers at the third call', '', 'error-honesty.retryable', 3, null],
  ['another process has the lock', 'hold:locks', 'contention', 2, 'contended-client-failed'],
  ['cancelled: silence', 'wait:silent-on-cancel', 'cancellation', 2, null],
  ['cancelled: acknowledged', '', 'cancellation', 2, null],
  ['cancelled: a result', 'wait:ignores-cancel', 'cancellation', 2, 'cancellation-ignored'],
  ['cancelled: another error', 'wait:errs-on-cancel', 'cancellation', 2, 'cancellation-errored'],
  [
    'cancelled: a result that may be, then an error',
    'wait:ignores-cancel wait:fails@3',
    LENIENT,
    3,
    'unexpected-outcome',
  ],
  ['cancelled: a late result', 'wait:late-on-cancel', 'cancellation', 2, null],
  ['takes any version', 'initialize:echoes', 'protocol-negotiation', 2, 'negotiation-echoed-unknown'],
  ['speaks an older version only', 'initialize:knows-older-only', 'protocol-negotiation', 3, null],
  ['a malformed question', 'ask_model:asks-badly', 'sampling', 1, 'sampling-invalid-request'],
  ['questions without an end', 'ask_model:asks-endlessly', 'sampling', 1, 'sampling-request-flood'],
  ['no end after a question', 'ask_model:stalls', 'sampling', 1, 'sampling-stalled-call'],
  ['no update', 'resources/updated:missing', 'resource-subscription', 3, 'subscription-notification-missing'],
  ['an unknown URI', '', UNKNOWN, 1, 'resource-unreadable'],
  ['values that are no texts', 'completion/complete:has-odd-values', 'completion', 1, 'completion-invalid-request'],
  ['too many values', 'completion/complete:has-many-values', 'completion', 1, 'completion-value-flood'],
  ['an unknown argument', 'completion/complete:names-argument', 'completion', 1, 'completion-argument-unknown'],
];
