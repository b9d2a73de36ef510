/** One request on the way to a token: in bounded time and memory, over the same wire as everything else. */

import { Endpoint, type Headers } from '../endpoint.js';
import { Exchange, type ExchangeSink, type Reply } from '../exchange.js';
import { whyUnreachable } from '../faults.js';
import { shown } from './addresses.js';
import { OAuthFailure } from './failure.js';

/** Metadata of large providers takes some 20 KiB. */
const MAX_BYTES = 256 * 1024;

export interface Question {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
}

export interface Got {
  readonly reply: Reply;
  readonly body: Buffer;
}

export interface AskLimits {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Whatever is answered, read whole. Follows no redirect.
 * @throws OAuthFailure when nothing is answered, or more than is read
 */
export async function ask(address: URL, { headers, ...question }: Question, limits: AskLimits): Promise<Got> {
  const endpoint = new Endpoint({ kind: 'http', url: address.href });
  const length = question.body === undefined ? {} : { 'content-length': String(question.body.length) };
  try {
    return await answerOf(endpoint, { ...question, headers: { ...headers, ...length } }, limits);
  } finally {
    endpoint.close();
  }
}

function answerOf(endpoint: Endpoint, question: Question, { timeoutMs, signal }: AskLimits): Promise<Got> {
  const where = shown(endpoint.url);
  return new Promise((resolve, reject) => {
    let reply: Reply | undefined;
    const end = (failure: OAuthFailure): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      exchange.stop();
      reject(failure);
    };
    const abort = (): void => end(interrupted(signal));
    const sink: ExchangeSink = {
      replied: (head) => {
        reply = head;
        return 'whole';
      },
      event: () => {},
      body: (body) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (reply !== undefined) resolve({ reply, body });
      },
      tooLong: () => end(silent(`${where} answers with more than ${MAX_BYTES / 1024} KiB`)),
      ended: (failure) => {
        const why = failure === undefined ? 'the connection was closed' : whyUnreachable(failure);
        end(silent(`${where} cannot be reached: ${why}`));
      },
    };
    const exchange = new Exchange(endpoint, question, sink, () => MAX_BYTES);
    const timer = setTimeout(() => end(silent(`${where} did not answer within ${timeoutMs / 1000} s`)), timeoutMs);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
  });
}

function silent(message: string): OAuthFailure {
  return new OAuthFailure(message, 'the authorization server gives no answer');
}

/** The run is over, or the user ended it. */
export function interrupted(signal: AbortSignal | undefined): OAuthFailure {
  return new OAuthFailure(typeof signal?.reason === 'string' ? signal.reason : 'it was interrupted');
}
