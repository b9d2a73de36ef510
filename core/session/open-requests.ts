/** Requests on their way: ids, deadlines, and settling once. */

import { isObject, type JsonObject } from '../json.js';
import { AbortWatch } from './abort-watch.js';
import type { Answer, RequestOptions } from './port.js';
import type { Meanwhile } from './settlements.js';

/** Node's timers fire at once above this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MAX_NOTES = 100;
/** All notes of one request together, by the size of the frames they came in. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** Given-up requests whose late answer can still be told from a second answer. */
const MAX_GIVEN_UP = 1000;

const NOTHING: Meanwhile = { noiseLines: 0, orphans: 0, problem: undefined };

export type Settlement = Omit<Answer, 'ms' | 'notes'>;

export class OpenRequest {
  readonly id: number;
  readonly method: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly answer: Promise<Answer>;
  /** What the wire had counted when it was sent, and why it could not be. */
  before: Meanwhile = NOTHING;
  readonly #sentAt = performance.now();
  readonly #progressToken: unknown;
  readonly #notes: JsonObject[] = [];
  #noteBytes = 0;
  #resolve!: (answer: Answer) => void;

  constructor(id: number, method: string, params: JsonObject | undefined, { timeoutMs, signal }: RequestOptions) {
    this.id = id;
    this.method = method;
    this.timeoutMs = timeoutMs;
    this.signal = signal;
    const meta = params?.['_meta'];
    this.#progressToken = isObject(meta) ? meta['progressToken'] : undefined;
    this.answer = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get deadline(): number {
    return this.#sentAt + this.timeoutMs;
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

  /** Completes the settlement in place: copying it costs more than all the rest of a small answer. */
  settle(settlement: Settlement): void {
    this.#resolve(Object.assign(settlement, { ms: performance.now() - this.#sentAt, notes: this.#notes }));
  }
}

export interface GiveUp {
  expired(request: OpenRequest): void;
  aborted(request: OpenRequest): void;
}

export class OpenRequests {
  readonly #giveUp: GiveUp;
  readonly #aborts: AbortWatch;
  readonly #open = new Map<number, OpenRequest>();
  readonly #givenUp = new Set<number>();
  #lastId = 0;
  /**
   * One timer for all, set for the earliest deadline and left alone when a request settles: a timer a call would cost
   * as much as the call's JSON. Not needed to keep the program alive; the server does.
   */
  #alarm: NodeJS.Timeout | undefined;
  #alarmAt = Infinity;

  constructor(giveUp: GiveUp) {
    this.#giveUp = giveUp;
    this.#aborts = new AbortWatch((signal) => {
      for (const request of this.all()) if (request.signal === signal) giveUp.aborted(request);
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** From now on the request can be answered, expires at its deadline, and is given up when its signal aborts. */
  add(method: string, params: JsonObject | undefined, options: RequestOptions): OpenRequest {
    const request = new OpenRequest(++this.#lastId, method, params, options);
    this.#open.set(request.id, request);
    if (options.signal !== undefined) this.#aborts.add(options.signal);
    if (request.deadline < this.#alarmAt) this.#setAlarm(request.deadline);
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
    if (request.signal !== undefined) this.#aborts.remove(request.signal);
    if (settlement.kind === 'timeout' || settlement.kind === 'aborted') this.#remember(request.id);
    request.settle(settlement);
  }

  /** Settles whatever is open, and stops listening to clocks and signals. */
  settleAll(settlement: Settlement): void {
    for (const request of this.all()) this.settle(request, { ...settlement });
    this.#aborts.stop();
    clearTimeout(this.#alarm);
    this.#alarmAt = Infinity;
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

  #setAlarm(at: number): void {
    clearTimeout(this.#alarm);
    this.#alarmAt = at;
    const ms = Math.min(Math.max(1, Math.ceil(at - performance.now())), LONGEST_TIMER_MS);
    this.#alarm = setTimeout(() => this.#ring(), ms).unref();
  }

  #ring(): void {
    this.#alarmAt = Infinity;
    const now = performance.now();
    // In order, also when the program was busy and several are over by now.
    const soonest = this.all().toSorted((a, b) => a.deadline - b.deadline);
    for (const request of soonest) if (request.deadline <= now) this.#giveUp.expired(request);
    const next = soonest.find(({ deadline }) => deadline > now);
    if (next !== undefined && next.deadline < this.#alarmAt) this.#setAlarm(next.deadline);
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
