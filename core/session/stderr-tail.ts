/** The end of what a server writes to standard error, in bounded memory. */

import type { Redact } from './line.js';

const KEPT_BYTES = 64 * 1024;
const KEPT_LINES = 500;
const TAIL_CHARS = 2000;

export class StderrTail {
  readonly #redact: Redact;
  /** A ring: the oldest byte is at `#at` once it is full. */
  readonly #ring = Buffer.alloc(KEPT_BYTES);
  #at = 0;
  #full = false;

  /** `redact` is applied to the text before it is cut. */
  constructor(redact: Redact = (text) => text) {
    this.#redact = redact;
  }

  push(chunk: Buffer): void {
    const kept = chunk.length > KEPT_BYTES ? chunk.subarray(chunk.length - KEPT_BYTES) : chunk;
    const first = kept.copy(this.#ring, this.#at);
    const rest = kept.copy(this.#ring, 0, first);
    this.#full ||= this.#at + kept.length >= KEPT_BYTES;
    this.#at = rest > 0 ? rest : (this.#at + first) % KEPT_BYTES;
  }

  /** The last 500 lines of the last 64 KiB. */
  lines(): readonly string[] {
    const bytes = this.#full
      ? Buffer.concat([this.#ring.subarray(this.#at), this.#ring.subarray(0, this.#at)])
      : this.#ring.subarray(0, this.#at);
    const lines = bytes.toString('utf8').split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    // The first line of a full ring lost its start, maybe within a character.
    if (this.#full && lines.length > 1) lines.shift();
    return lines.slice(-KEPT_LINES);
  }

  /** At most 2,000 characters, for a reader. Not escaped. */
  text(): string {
    const text = this.#redact(this.lines().join('\n'));
    const tail = text.slice(-TAIL_CHARS);
    return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
  }
}
