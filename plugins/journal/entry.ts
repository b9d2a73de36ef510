/** From a finished call to a line of the journal. Spec: manifest 2.0 and 3.9. */

import { type CallRecord, completedCall, excerptOf } from '../../core/index.js';
import { type Failure, failureOf, MAX_MESSAGE } from './failure.js';
import { type Shape, shapeOf } from './shape.js';

export interface Entry {
  /** UTC, with milliseconds. */
  readonly ts: string;
  readonly identity: { readonly event_id: string; readonly capture_id: string };
  /** The same for all lines of a run. */
  readonly session: string;
  /** From 1, in the order in which the calls began. */
  readonly seq: number;
  readonly server: string;
  readonly method: string;
  readonly tool: string;
  readonly args: Shape;
  readonly latency_ms: number | null;
  readonly outcome: string;
  readonly error: Failure | null;
  /** `synthetic`: made by a probe. `real`: somebody's own call. */
  readonly kind: string;
}

/** What a call itself says; who writes it down adds the rest. */
export type CallFacts = Pick<Entry, 'ts' | 'method' | 'tool' | 'args' | 'latency_ms' | 'outcome' | 'error' | 'kind'>;

/** Cases that send more than any server needs to take: that one refuses, or breaks, says nothing about its tool. */
const ONLY_SUCCESSES: ReadonlySet<string> = new Set(['case.payload-bounds']);

/** Undefined for what is not written down: anything but a completed call of a tool by a case, and a call that was cancelled. */
export function factsOf(record: CallRecord, now: Date, salt: () => Uint8Array): CallFacts | undefined {
  const { method, params, subject, cancelled } = record;
  if (method !== 'tools/call' || subject?.kind.startsWith('case.') !== true || cancelled === true) return undefined;
  const ended = completedCall(record);
  // One that only asks for more is not over; its last round is written down.
  if (ended === undefined || (ended.kind === 'success' && ended.result['resultType'] === 'input_required'))
    return undefined;
  if (ended.kind !== 'success' && ONLY_SUCCESSES.has(subject.kind)) return undefined;
  return {
    ts: now.toISOString(),
    method,
    tool: String(params['name']),
    args: shapeOf(params['arguments'] ?? {}),
    latency_ms: Math.floor(ended.ms),
    outcome: ended.kind === 'success' ? 'ok' : 'error',
    error: ended.kind === 'success' ? null : failureOf(ended, excerptOf(record, MAX_MESSAGE), salt()),
    kind: 'synthetic',
  };
}
