/** Cuts a byte stream into lines in bounded memory: a line above the limit is dropped while it is read. */

const LINE_FEED = 10;
/** Enough of a dropped line to read the id of an answer from. */
const HEAD_BYTES = 512;
/** A line that is longer than this many limits may never end. */
const PATIENCE = 16;
const FIRST_CAPACITY = 64 * 1024;
/** A buffer above this size is given back once its line is done. */
const KEPT_CAPACITY = 1024 * 1024;
const EMPTY = Buffer.alloc(0);

export interface LineSink {
  /** One line without its line feed, `bytes[start, end)`; only valid during the call. `terminated` false: the stream ended first. */
  line(bytes: Buffer, start: number, end: number, terminated: boolean): void;
  /** A line passed the limit: its first bytes. What follows of it is skipped. */
  oversize(head: Buffer): void;
  /** That line ended, after so many bytes; or it passed 16 times the limit, so many bytes, and nobody waits for its end any more. */
  skipped(bytes: number): void;
}

export class LineReader {
  #maxBytes: number;
  readonly #sink: LineSink;
  /** The unfinished line. Doubles as it grows, so that each byte is copied at most twice however small the chunks are. */
  #held = EMPTY;
  #heldBytes = 0;
  /** Length so far of the line that is skipped; infinite once that was told. */
  #skippedBytes: number | undefined;

  constructor(maxBytes: number, sink: LineSink) {
    this.#maxBytes = maxBytes;
    this.#sink = sink;
  }

  /** From now on lines up to so many bytes are read, the unfinished one included; what it already holds is kept until more of it comes. */
  readUpTo(maxBytes: number): void {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#finish(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk, start, chunk.length);
  }

  /** The stream is over: what is left is a line without its line feed. */
  end(): void {
    const bytes = this.#heldBytes;
    if (this.#skippedBytes !== undefined) this.#endSkipped();
    else if (bytes > 0) this.#sink.line(this.#held, 0, bytes, false);
    this.#drop();
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    if (this.#heldBytes === 0 && this.#skippedBytes === undefined && end - start <= this.#maxBytes) {
      this.#sink.line(chunk, start, end, true);
      return;
    }
    this.#hold(chunk, start, end);
    if (this.#skippedBytes !== undefined) return this.#endSkipped();
    const bytes = this.#heldBytes;
    this.#heldBytes = 0;
    this.#sink.line(this.#held, 0, bytes, true);
    if (this.#held.length > KEPT_CAPACITY) this.#held = EMPTY;
  }

  /** Adds to the unfinished line, or to the length of the one that is skipped. */
  #hold(chunk: Buffer, start: number, end: number): void {
    if (this.#skippedBytes !== undefined) return this.#skip(end - start);
    const total = this.#heldBytes + end - start;
    if (total > this.#maxBytes) return this.#giveUp(chunk, start, total);
    if (total > this.#held.length) {
      const grown = Buffer.allocUnsafeSlow(
        Math.min(this.#maxBytes, Math.max(total, 2 * this.#held.length, FIRST_CAPACITY)),
      );
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    chunk.copy(this.#held, this.#heldBytes, start, end);
    this.#heldBytes = total;
  }

  #giveUp(chunk: Buffer, start: number, total: number): void {
    const head = Buffer.concat([
      this.#held.subarray(0, Math.min(this.#heldBytes, HEAD_BYTES)),
      chunk.subarray(start, start + HEAD_BYTES),
    ]);
    this.#drop();
    this.#skippedBytes = 0;
    this.#sink.oversize(head.subarray(0, Math.min(HEAD_BYTES, this.#maxBytes + 1)));
    this.#skip(total);
  }

  #skip(bytes: number): void {
    this.#skippedBytes = (this.#skippedBytes ?? 0) + bytes;
    const patience = PATIENCE * this.#maxBytes;
    if (this.#skippedBytes <= patience || this.#skippedBytes === Infinity) return;
    this.#sink.skipped(patience);
    this.#skippedBytes = Infinity;
  }

  #endSkipped(): void {
    const bytes = this.#skippedBytes ?? 0;
    this.#skippedBytes = undefined;
    if (bytes !== Infinity) this.#sink.skipped(bytes);
  }

  #drop(): void {
    this.#held = EMPTY;
    this.#heldBytes = 0;
  }
}
