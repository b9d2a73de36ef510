/** What a strict request does not bear. Source: manifest specification, P-2 to P-4 and 2.11. */

import { MAX_HEARD } from './open-request.js';
import type { OpenRequests } from './open-requests.js';
import { lineTooLong, type Settlement, tooManyNotifications } from './settlements.js';

export class Strictness {
  readonly #open: OpenRequests;
  readonly #maxFrameBytes: number;
  /** What came between two strict requests and must not. */
  #between: Settlement | undefined;
  /** An answer without an id was the end of a strict request: more of them belong to it, until one comes with an id. */
  #refusedUnread = false;

  constructor(open: OpenRequests, maxFrameBytes: number) {
    this.#open = open;
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** Another request is made. Returns what it settles with at once when it is strict, as if that had come a moment later. */
  begin(): Settlement | undefined {
    const between = this.#between;
    this.#between = undefined;
    return between;
  }

  /** A request got its own answer. */
  answered(): void {
    this.#refusedUnread = false;
  }

  /** An answer came, or what should be one, that settles nothing. */
  stray(raw: unknown, id: unknown, reason: string): void {
    const unread = id === undefined || id === null;
    if (!this.#open.strict || this.#open.isLate(id) || (unread && this.#refusedUnread)) return;
    this.#refusedUnread = unread;
    this.#fault({ kind: 'malformed', raw, reason });
  }

  /** A line came that is longer than `maxBytes`; `id`: of the request it answers, when that is known. */
  longLine(id: unknown, maxBytes: number): void {
    if (this.#open.strict && !this.#open.isLate(id)) this.#fault(lineTooLong(maxBytes));
  }

  /** A notification came. False when that was one too many. */
  bears(bytes: number): boolean {
    if (!this.#open.strict) return true;
    if (this.#open.all().every((request) => request.bears(bytes, this.#maxFrameBytes))) return true;
    this.#fault(tooManyNotifications(MAX_HEARD, this.#maxFrameBytes));
    return false;
  }

  /** Nothing that comes now can be trusted to answer what is open. */
  #fault(settlement: Settlement): void {
    const strict = this.#open.all().filter(({ options }) => options.strict);
    if (strict.length === 0) this.#between ??= settlement;
    for (const request of strict) this.#open.abandon(request, { ...settlement });
  }
}
