/** Requests on their way: ids, deadlines, and settling once. */

import { isObject, type JsonObject } from '../json.js';
import type { Answer, RequestOptions } from './port.js';

/** Node's timers fire at once above this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MAX_NOTES = 100;
/** All notes of one request together, by the size of the frames they came in. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** Given-up requests whose late answer can still be told from a second answer. */
const MAX_GIVEN_UP = 1000;

export type Settlement = Omit<Answer, 'ms' | 'notes'>;

export class OpenRequest {
  readonly id: number;
  readonly method: string;
  readonly answer: Promise<Answer>;
  readonly #progressToken: unknown;
  readonly #sentAt = performance.now();
  readonly #notes: JsonObject[] = [];
  #noteBytes = 0;
  #resolve!: (answer: Answer) => void;
  /** Set when the deadline and the signal no longer matter. */
  #release: (() => void) | undefined;

  constructor(id: number, method: string, params: JsonObject | undefined) {
    this.id = id;
    this.method = method;
    const meta = params?.['_meta'];
    this.#progressToken = isObject(meta) ? meta['progressToken'] : undefined;
    this.answer = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Calls `giveUp` once, when the time is over or the signal aborts. */
  bound({ timeoutMs, signal }: RequestOptions, giveUp: (kind: 'timeout' | 'aborted') => void): void {
    const timer = setTimeout(() => giveUp('timeout'), Math.min(timeoutMs, LONGEST_TIMER_MS));
    const abort = (): void => giveUp('aborted');
    signal?.addEventListener('abort', abort, { once: true });
    this.#release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  }

  /** True when a progress token or request id of a notification means this request. */
  isMeantBy(token: unknown): boolean {
    return token === this.id || (token !== undefined && token === this.#progressToken);
  }

  note(notification: JsonObject, bytes: number): void {
    if (this.#notes.length >= MAX_NOTES || this.#noteBytes + bytes > MAX_NOTE_BYTES) return;
    this.#notes.push(notification);
    this.#noteBytes += bytes;
  }

  settle(settlement: Settlement): void {
    this.#release?.();
    this.#resolve({ ...settlement, ms: performance.now() - this.#sentAt, notes: this.#notes });
  }
}

export class OpenRequests {
  readonly #open = new Map<number, OpenRequest>();
  readonly #givenUp = new Set<number>();
  #lastId = 0;

  get size(): number {
    return this.#open.size;
  }

  add(method: string, params: JsonObject | undefined): OpenRequest {
    const request = new OpenRequest(++this.#lastId, method, params);
    this.#open.set(request.id, request);
    return request;
  }

  /** The open request with this id; a text that spells the number counts, because ordinary clients accept it. */
  find(id: unknown): OpenRequest | undefined {
    const number = spelled(id);
    return number === undefined ? undefined : this.#open.get(number);
  }

  /** The only open request, when there is exactly one. */
  only(): OpenRequest | undefined {
    return this.#open.size === 1 ? this.all()[0] : undefined;
  }

  all(): OpenRequest[] {
    return [...this.#open.values()];
  }

  settle(request: OpenRequest, settlement: Settlement): void {
    if (!this.#open.delete(request.id)) return;
    if (settlement.kind === 'timeout' || settlement.kind === 'aborted') this.#remember(request.id);
    request.settle(settlement);
  }

  /** Why an answer with this id settles nothing. */
  whyOrphan(id: unknown): string {
    if (id === undefined) return 'an answer without an id';
    if (id === null) return 'an answer with the id null';
    const number = spelled(id);
    if (number === undefined || number > this.#lastId || number < 1) return 'an answer to a request that nobody made';
    if (!this.#givenUp.delete(number)) return `a second answer to request ${number}`;
    return `an answer to request ${number}, too late`;
  }

  #remember(id: number): void {
    this.#givenUp.add(id);
    if (this.#givenUp.size <= MAX_GIVEN_UP) return;
    for (const oldest of this.#givenUp) {
      this.#givenUp.delete(oldest);
      return;
    }
  }
}

function spelled(id: unknown): number | undefined {
  if (typeof id === 'number') return id;
  if (typeof id !== 'string' || id.length > 15) return undefined;
  const number = Number(id);
  return String(number) === id ? number : undefined;
}
