/** One request on its way: what it waits for, and what came meanwhile. */

import { isObject, type JsonObject } from '../json.js';
import type { Answer, RequestOptions } from './port.js';
import type { Meanwhile, Settlement } from './settlements.js';

const MAX_NOTES = 100;
/** All notes of one request together, by the size of the frames they came in. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** Notifications of any kind that a strict request bears. Manifest specification, P-2. */
export const MAX_HEARD = 128;

const NOTHING: Meanwhile = { noiseLines: 0, orphans: 0, problem: undefined };

export class OpenRequest {
  readonly id: number;
  readonly method: string;
  readonly options: RequestOptions;
  readonly answer: Promise<Answer>;
  /** On the clock of `performance.now()`. Of a request to be cancelled: first when the server is told, then when the wait is over. */
  deadline: number;
  /** What the wire had counted when it was sent, and why it could not be. */
  before: Meanwhile = NOTHING;
  /** Requests of the server that were counted for this one. */
  questions = 0;
  /** The server was told that the answer is not wanted any more. */
  cancelled = false;
  readonly #sentAt = performance.now();
  readonly #progressToken: unknown;
  readonly #notes: JsonObject[] = [];
  #noteBytes = 0;
  #heard = 0;
  #heardBytes = 0;
  #resolve!: (answer: Answer) => void;

  constructor(id: number, method: string, params: JsonObject | undefined, options: RequestOptions) {
    this.id = id;
    this.method = method;
    this.options = options;
    this.deadline = this.#sentAt + (options.cancel?.afterMs ?? options.timeoutMs);
    const meta = params?.['_meta'];
    this.#progressToken = isObject(meta) ? meta['progressToken'] : undefined;
    this.answer = new Promise((resolve) => {
      this.#resolve = resolve;
    });
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

  /** Counts one notification, whatever it is about. False: that is more than a strict request bears. */
  bears(bytes: number, maxBytes: number): boolean {
    this.#heard += 1;
    this.#heardBytes += bytes;
    return this.#heard <= MAX_HEARD && this.#heardBytes <= maxBytes;
  }

  /** Completes the settlement in place: copying it costs more than all the rest of a small answer. */
  settle(settlement: Settlement): void {
    const answer: Answer = Object.assign(settlement, { ms: performance.now() - this.#sentAt, notes: this.#notes });
    if (this.questions > 0) Object.assign(answer, { questions: this.questions });
    if (this.cancelled) Object.assign(answer, { cancelled: true });
    this.#resolve(answer);
  }
}
