/** What a request settles with: its answer as it is, or in words a person can act on why there is none. */

import type { JsonObject } from '../json.js';
import type { Answer } from './port.js';

export type Settlement = Omit<Answer, 'ms' | 'notes'>;

/** What came while a request was open, besides an answer. */
export interface Meanwhile {
  readonly noiseLines: number;
  readonly orphans: number;
  /** Why the request could not be sent. */
  readonly problem: string | undefined;
  /** What had come of its answer. */
  readonly soFar?: string | undefined;
}

/** What a frame with a matching id says. A member that is null is there. */
export function answered(json: JsonObject): Settlement {
  const { id, result, error } = json as { id?: unknown; result?: unknown; error?: unknown };
  const spelling = typeof id === 'string' ? ({ idType: 'string' } as const) : {};
  if (result !== undefined && error === undefined) return { kind: 'result', result, ...spelling };
  if (result === undefined && error !== undefined) return { kind: 'error', error, ...spelling };
  const reason =
    result === undefined ? 'the answer has neither a result nor an error' : 'the answer has a result and an error';
  return { kind: 'malformed', raw: json, reason, ...spelling };
}

/** `after`: what the wait began with, when that is not the request. */
export function unanswered(
  waitedMs: number,
  { noiseLines, orphans, problem, soFar }: Meanwhile,
  after = '',
): Settlement {
  const parts = [`no answer within ${waitedMs / 1000} s${after}`];
  if (soFar !== undefined) parts.push(soFar);
  if (problem !== undefined) parts.push(`it could not be sent: ${problem}`);
  if (noiseLines === 1) parts.push('1 line came that is no JSON');
  if (noiseLines > 1) parts.push(`${noiseLines} lines came that are no JSON`);
  if (orphans === 1) parts.push('1 message came that answers no request');
  if (orphans > 1) parts.push(`${orphans} messages came that answer no request`);
  return { kind: 'timeout', reason: parts.join('; ') };
}

/** A cancelled request whose stream was closed, by either side. */
export function silent(): Settlement {
  return { kind: 'timeout', reason: 'no answer after the cancellation; its stream was closed' };
}

/** `endedWithin`: the time in which the answer did not even end. */
export function tooLong(maxBytes: number, endedWithin?: number): Settlement {
  const more = endedWithin === undefined ? '' : ` and did not end within ${endedWithin / 1000} s`;
  return { kind: 'malformed', reason: `the answer is longer than the limit of ${inWords(maxBytes)}${more}` };
}

/** To a strict request a line that cannot be read is the end of what can. */
export function lineTooLong(maxBytes: number): Settlement {
  return { kind: 'closed', reason: `the server wrote a line longer than the limit of ${inWords(maxBytes)}` };
}

export function tooManyNotifications(max: number, maxBytes: number): Settlement {
  const reason = `the server sent more than ${max} notifications, or more than ${inWords(maxBytes)} of them, before it answered`;
  return { kind: 'closed', reason };
}

export function tooManyQuestions(max: number): Settlement {
  const requests = max === 1 ? '1 request' : `${max} requests`;
  return { kind: 'malformed', reason: `the server made more than ${requests} of its own before it answered` };
}

/** Nothing can be concluded from silence when the server may not have heard. */
export function unheard(what: string, problem: string): Settlement {
  return { kind: 'closed', reason: `${what} could not be sent: ${problem}` };
}

export function aborted(signal: AbortSignal | undefined): Settlement {
  return { kind: 'aborted', reason: typeof signal?.reason === 'string' ? signal.reason : 'the call was aborted' };
}

/** A ring, or deeper than the writer's stack: the server never sees it. */
export function unwritable(error: unknown): Settlement {
  const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return { kind: 'aborted', reason: `the request cannot be written as JSON: ${why}` };
}

function inWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MiB` : `${bytes} bytes`;
}
