const FIRST_CAPACITY = 4096;
const EMPTY = Buffer.alloc(0);

/** Bytes that come in pieces, together in one buffer. It doubles as it grows, so that each byte is copied at most twice however small the pieces are. */
export class Gathered {
  #bytes = EMPTY;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length, FIRST_CAPACITY));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    piece.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** Takes all of it out. */
  take(): Buffer {
    const all = this.#bytes.subarray(0, this.#length);
    this.#bytes = EMPTY;
    this.#length = 0;
    return all;
  }
}
