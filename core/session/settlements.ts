/** What a request settles with when no usable answer came: in words a person can act on. */

import type { Settlement } from './open-requests.js';

/** What came while a request was open, besides an answer. */
export interface Meanwhile {
  readonly noiseLines: number;
  readonly orphans: number;
  /** Why the request could not be sent. */
  readonly problem: string | undefined;
}

export function unanswered(timeoutMs: number, { noiseLines, orphans, problem }: Meanwhile): Settlement {
  const parts = [`no answer within ${timeoutMs / 1000} s`];
  if (problem !== undefined) parts.push(`it could not be sent: ${problem}`);
  if (noiseLines === 1) parts.push('1 line came that is no JSON');
  if (noiseLines > 1) parts.push(`${noiseLines} lines came that are no JSON`);
  if (orphans === 1) parts.push('1 message came that answers no request');
  if (orphans > 1) parts.push(`${orphans} messages came that answer no request`);
  return { kind: 'timeout', reason: parts.join('; ') };
}

/** `endedWithin`: the time in which the answer did not even end. */
export function tooLong(maxBytes: number, endedWithin?: number): Settlement {
  const limit = maxBytes >= 1024 * 1024 ? `${Math.round(maxBytes / 1024 / 1024)} MiB` : `${maxBytes} bytes`;
  const more = endedWithin === undefined ? '' : ` and did not end within ${endedWithin / 1000} s`;
  return { kind: 'malformed', reason: `the answer is longer than the limit of ${limit}${more}` };
}

export function aborted(signal: AbortSignal | undefined): Settlement {
  return { kind: 'aborted', reason: typeof signal?.reason === 'string' ? signal.reason : 'the call was aborted' };
}

/** A ring, or deeper than the writer's stack: the server never sees it. */
export function unwritable(error: unknown): Settlement {
  const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return { kind: 'aborted', reason: `the request cannot be written as JSON: ${why}` };
}
