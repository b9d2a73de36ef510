/** Requests on their way: ids, deadlines, and settling once. */

import type { JsonObject } from '../json.js';
import { AbortWatch } from './abort-watch.js';
import { OpenRequest } from './open-request.js';
import type { RequestOptions } from './port.js';
import type { Settlement } from './settlements.js';

/** Node's timers fire at once above this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Given-up requests whose late answers are known as such: as many as a manifest run may make. Manifest specification, R-15. */
const MAX_GIVEN_UP = 4096;

export interface RequestEvents {
  /** Its deadline passed. */
  expired(request: OpenRequest): void;
  aborted(request: OpenRequest): void;
  /** From now on an open request wants lines of so many bytes read; 0: none says anything. */
  longest(bytes: number): void;
  settled(request: OpenRequest, settlement: Settlement): void;
}

export class OpenRequests {
  readonly #events: RequestEvents;
  readonly #aborts: AbortWatch;
  readonly #open = new Map<number, OpenRequest>();
  readonly #givenUp = new Set<number>();
  #lastId = 0;
  #strict = 0;
  #lastWasStrict = false;
  /**
   * One timer for all, set for the earliest deadline and left alone when a request settles: a timer a call would cost
   * as much as the call's JSON. Not needed to keep the program alive; the server does.
   */
  #alarm: NodeJS.Timeout | undefined;
  #alarmAt = Infinity;

  constructor(events: RequestEvents) {
    this.#events = events;
    this.#aborts = new AbortWatch((signal) => {
      for (const request of this.all()) if (request.options.signal === signal) events.aborted(request);
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Whether what comes in is read strictly: a strict request is open, or the last one was strict and got its answer. */
  get strict(): boolean {
    return this.#strict > 0 || (this.#lastWasStrict && this.#open.size === 0);
  }

  /** From now on the request can be answered, expires at its deadline, and is given up when its signal aborts. */
  add(method: string, params: JsonObject | undefined, options: RequestOptions): OpenRequest {
    const request = new OpenRequest(++this.#lastId, method, params, options);
    this.#open.set(request.id, request);
    this.#lastWasStrict = options.strict === true;
    if (this.#lastWasStrict) this.#strict += 1;
    if (options.signal !== undefined) this.#aborts.add(options.signal);
    if (options.maxAnswerBytes !== undefined) this.#tellLongest();
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

  /** Whose a request of the server is: of the oldest open request that says how to answer, or else of the oldest. */
  whoIsAsked(): OpenRequest | undefined {
    let oldest: OpenRequest | undefined;
    for (const request of this.#open.values()) {
      if (request.options.questions !== undefined) return request;
      oldest ??= request;
    }
    return oldest;
  }

  /** Moves the deadline to so many milliseconds from now. */
  postpone(request: OpenRequest, ms: number): void {
    request.deadline = performance.now() + ms;
    if (request.deadline < this.#alarmAt) this.#setAlarm(request.deadline);
  }

  settle(request: OpenRequest, settlement: Settlement): void {
    if (!this.#open.delete(request.id)) return;
    const { signal, strict, maxAnswerBytes } = request.options;
    if (strict) this.#strict -= 1;
    if (signal !== undefined) this.#aborts.remove(signal);
    if (maxAnswerBytes !== undefined) this.#tellLongest();
    // A server may acknowledge that it was cancelled, and answer all the same.
    if (request.cancelled) this.#remember(request.id);
    request.settle(settlement);
    this.#events.settled(request, settlement);
  }

  /** Settles it although its answer, or what the server makes of it, may still come. */
  abandon(request: OpenRequest, settlement: Settlement): void {
    if (!this.#open.has(request.id)) return;
    this.#remember(request.id);
    this.#lastWasStrict = false;
    this.settle(request, settlement);
  }

  /** Settles whatever is open, and stops listening to clocks and signals. */
  settleAll(settlement: Settlement): void {
    for (const request of this.all()) this.settle(request, { ...settlement });
    this.#aborts.stop();
    clearTimeout(this.#alarm);
    this.#alarmAt = Infinity;
  }

  /** True for the id of a request that was given up before its answer came. */
  isLate(id: unknown): boolean {
    const number = spelled(id);
    return number !== undefined && this.#givenUp.has(number);
  }

  /** Why an answer with this id settles nothing. */
  whyOrphan(id: unknown): string {
    if (id === undefined) return 'an answer without an id';
    if (id === null) return 'an answer with the id null';
    const number = spelled(id);
    if (number === undefined || number > this.#lastId || number < 1) return 'an answer to a request that nobody made';
    if (this.#open.has(number)) return `an answer to request ${number}, its id written as a text`;
    if (this.#givenUp.has(number)) return `an answer to request ${number}, too late`;
    return `a second answer to request ${number}`;
  }

  #tellLongest(): void {
    let longest = 0;
    for (const { options } of this.#open.values()) longest = Math.max(longest, options.maxAnswerBytes ?? 0);
    this.#events.longest(longest);
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
    for (const request of soonest) if (request.deadline <= now) this.#events.expired(request);
    let next = Infinity;
    for (const { deadline } of this.#open.values()) next = Math.min(next, deadline);
    if (next < this.#alarmAt) this.#setAlarm(next);
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
