/** The stream that a server of the initialize era may speak on without being asked: its questions and its news. */

import { Exchange, type ExchangeSink } from './exchange.js';
import { RETRY_MS, type StreamHost } from './request-stream.js';

const SHORTEST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;
/** A stream that ends so often without an event is not offered. */
const MAX_FRUITLESS = 5;

export class StandingStream {
  readonly #host: StreamHost;
  #exchange: Exchange | undefined;
  #lastEventId: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #fruitless = 0;
  #stopped = false;

  constructor(host: StreamHost) {
    this.#host = host;
  }

  /**
   * Asks for it, and resolves when the server has said whether there is one, or after `ms`. A server without one says
   * 405; whatever else it says means the same.
   */
  open(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#open(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#exchange?.stop();
  }

  #open(known: () => void = () => {}): void {
    let events = 0;
    const { conversation } = this.#host;
    const sink: ExchangeSink = {
      replied: (reply) => {
        // The fault of a session shows on the next request as well, and there it can be told.
        const open =
          reply.status === 200 && reply.type === 'text/event-stream' && this.#host.faultIn(reply) === undefined;
        known();
        return open ? 'events' : 'not';
      },
      event: ({ type, data, terminated }) => {
        events += 1;
        if (type === 'message') conversation.line(data, 0, data.length, terminated);
      },
      body: () => {},
      tooLong: (head) => conversation.dropped(undefined, head, exchange.received),
      ended: () => {
        known();
        this.#again(exchange, events);
      },
    };
    const headers = this.#host.getHeaders(this.#lastEventId);
    const exchange = new Exchange(this.#host.endpoint, { method: 'GET', headers }, sink, () => this.#host.maxBytes());
    this.#exchange = exchange;
  }

  #again({ reply, resumption }: Exchange, events: number): void {
    this.#lastEventId = resumption.lastEventId ?? this.#lastEventId;
    this.#fruitless = events > 0 ? 0 : this.#fruitless + 1;
    if (this.#stopped || reply === undefined || this.#fruitless > MAX_FRUITLESS) return;
    const ms = Math.min(Math.max(resumption.retryMs ?? RETRY_MS, SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
    this.#timer = setTimeout(() => this.#open(), ms).unref();
  }
}
