import { closeSync, openSync, writeSync } from 'node:fs';
import { jsonText } from '../../core/index.js';

/**
 * A file of lines that is whole after each of them: the run may be killed at any time. Written at once and not later,
 * for the same reason; whoever records pays for that.
 */
export class LineFile {
  readonly #file: number | undefined;
  readonly #most: number;
  #bytes = 0;
  #dropped = 0;
  #failure: Error | undefined;

  /** `most`: bytes. */
  constructor(path: string, most: number) {
    this.#most = most;
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** Lines that did not fit. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a line, unless the file is full; the `last` one also then. */
  add(line: object, last = false): void {
    if (this.#file === undefined || this.#failure !== undefined) return;
    // One line each: a line end inside of a text is escaped.
    const bytes = Buffer.from(`${jsonText(line, 0)}\n`);
    if (!last && this.#bytes + bytes.length > this.#most) {
      this.#dropped += 1;
      return;
    }
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
      this.#bytes += bytes.length;
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** @throws what kept a line from being written, such as a full disk */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
