/** Messages that want no answer: notifications and replies. Sent in order, a few at a time, however many there are. */

import type { Settlement } from '../settlements.js';
import { Exchange, type ExchangeSink, type Reply } from './exchange.js';
import { statusWords, unreached, wasIdle, wrongStatus } from './faults.js';
import type { Headers } from './endpoint.js';
import type { StreamHost } from './request-stream.js';

/** At the same time: a server may be slow to take them, and one that takes none must not stop the others. */
const MAX_ACTIVE = 8;
/** A server can ask faster than it takes the answers. */
const MAX_WAITING = 1000;

export interface Post {
  readonly headers: Headers;
  readonly body: Buffer;
  readonly method: string | undefined;
  /** What became of it: the status, or why there is none. */
  done(status: number | undefined, fault: Settlement | undefined): void;
}

export class Outbox {
  readonly #host: StreamHost;
  readonly #timeoutMs: number;
  readonly #waiting: Post[] = [];
  /** How to end those that are on their way. */
  readonly #active = new Set<(fault: Settlement) => void>();

  /** `timeoutMs`: for one message. */
  constructor(host: StreamHost, timeoutMs: number) {
    this.#host = host;
    this.#timeoutMs = timeoutMs;
  }

  /** Returns why it cannot be sent. */
  add(post: Post): string | undefined {
    if (this.#waiting.length >= MAX_WAITING) return 'the server does not take the messages that are sent to it';
    this.#waiting.push(post);
    this.#next();
    return undefined;
  }

  stop(): void {
    const fault: Settlement = { kind: 'closed', reason: 'the connection is closed' };
    for (const { done } of this.#waiting.splice(0)) done(undefined, fault);
    for (const finish of this.#active) finish(fault);
  }

  #next(): void {
    while (this.#active.size < MAX_ACTIVE) {
      const post = this.#waiting.shift();
      if (post === undefined) return;
      this.#send(post);
    }
  }

  #send(post: Post): void {
    const { endpoint, conversation } = this.#host;
    let reply: Reply | undefined;
    let over = false;
    let sentAgain = false;
    const finish = (fault?: Settlement): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      exchange.stop();
      this.#active.delete(finish);
      post.done(reply?.status, fault ?? this.#wrong(reply));
      this.#next();
    };
    const sink: ExchangeSink = {
      replied: (head) => {
        reply = head;
        const fault = this.#host.faultIn(head, post.method);
        if (fault !== undefined) finish(fault);
        return head.type === 'text/event-stream' ? 'events' : 'whole';
      },
      // Nothing should come here; what does is heard all the same.
      event: ({ type, data, terminated }) => type === 'message' && conversation.line(data, 0, data.length, terminated),
      body: (bytes) => reply?.type === 'application/json' && conversation.line(bytes, 0, bytes.length, true),
      tooLong: (head) => {
        conversation.dropped(undefined, head, exchange.received);
        finish();
      },
      ended: (failure) => {
        if (reply !== undefined || failure === undefined) return finish();
        if (sentAgain || !wasIdle(exchange, failure)) return finish(unreached(failure));
        sentAgain = true;
        exchange = start();
      },
    };
    const { headers, body } = post;
    const start = (): Exchange =>
      new Exchange(endpoint, { method: 'POST', headers, body }, sink, () => this.#host.maxBytes());
    let exchange = start();
    const timer = setTimeout(
      () => finish({ kind: 'timeout', reason: `no answer within ${this.#timeoutMs / 1000} s` }),
      this.#timeoutMs,
    ).unref();
    this.#active.add(finish);
  }

  #wrong(reply: Reply | undefined): Settlement | undefined {
    if (reply === undefined || (reply.status >= 200 && reply.status < 300)) return undefined;
    return wrongStatus(reply, undefined, this.#host.redact);
  }
}

/** A notification that had to be accepted as the protocol says, and was not. */
export function notAccepted(method: string, status: number): Settlement {
  return {
    kind: 'malformed',
    status,
    reason: `the server answered ${method} with HTTP status ${statusWords(status)} instead of 202 Accepted`,
  };
}
