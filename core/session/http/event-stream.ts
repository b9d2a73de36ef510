/**
 * Reads an event stream in bounded memory, byte by byte as it comes. Written here and not taken from a library because
 * the limit must hold while an event is read, and because bytes that are not UTF-8 are a fact to keep. Source: WHATWG
 * HTML, 9.2.
 */

import { Gathered } from './gathered.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;
const SPACE = 32;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEW_LINE = Buffer.from('\n');
/** Enough of an event that is dropped to show where it came from. */
const HEAD_BYTES = 512;
const MAX_ID_BYTES = 1024;
// oxlint-disable-next-line no-control-regex -- these are the ones that are looked for
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;

export interface StreamEvent {
  /** `message` when the server names no other. */
  readonly type: string;
  /** Its data, several lines joined by a line feed. Never empty. */
  readonly data: Buffer;
  /** False when the stream ended before the blank line that ends an event. */
  readonly terminated: boolean;
}

export interface EventSink {
  event(event: StreamEvent): void;
  /** An event, or a line of it, passed the limit. Nothing more is read. */
  tooLong(head: Buffer): void;
}

export class EventReader {
  /** The last id that came with a whole event; what a server may resume from. */
  lastEventId: string | undefined;
  /** Milliseconds the server wants to be left alone before it is asked to resume. */
  retryMs: number | undefined;
  readonly #sink: EventSink;
  readonly #maxBytes: () => number;
  /** The unfinished line. */
  readonly #line = new Gathered();
  readonly #data = new Gathered();
  #hasData = false;
  #type = '';
  #id: string | undefined;
  #afterReturn = false;
  #first = true;
  #over = false;

  /** `maxBytes`: the longest event that is read; asked anew each time. */
  constructor(sink: EventSink, maxBytes: () => number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    // The line feed of a line end whose first half came before.
    let start = this.#afterReturn && chunk[0] === LINE_FEED ? 1 : 0;
    if (chunk.length > 0) this.#afterReturn = false;
    const ends = new LineEnds(chunk);
    while (!this.#over) {
      const end = ends.from(start);
      if (end < 0) return this.#hold(chunk.subarray(start));
      this.#finish(chunk.subarray(start, end));
      start = end + 1;
      if (chunk[end] !== CARRIAGE_RETURN) continue;
      if (start === chunk.length) this.#afterReturn = true;
      else if (chunk[start] === LINE_FEED) start += 1;
    }
  }

  /** The stream is over. What is left without its blank line counts as an event all the same: its text shows whether it is whole. */
  end(): void {
    if (this.#over) return;
    if (this.#line.length > 0) this.#field(this.#line.take());
    if (!this.#over) this.#dispatch(false);
    this.#over = true;
  }

  #hold(piece: Buffer): void {
    if (piece.length === 0) return;
    if (this.#fits(piece)) this.#line.add(piece);
    else this.#giveUp(piece);
  }

  #finish(rest: Buffer): void {
    if (!this.#fits(rest)) return this.#giveUp(rest);
    let line = rest;
    if (this.#line.length > 0) {
      this.#line.add(rest);
      line = this.#line.take();
    }
    if (this.#first) {
      this.#first = false;
      if (line.subarray(0, 3).equals(BYTE_ORDER_MARK)) line = line.subarray(3);
    }
    if (line.length === 0) this.#dispatch(true);
    else this.#field(line);
  }

  #fits(piece: Buffer): boolean {
    return this.#line.length + this.#data.length + piece.length <= this.#maxBytes() + HEAD_BYTES;
  }

  #giveUp(piece: Buffer): void {
    const parts = [this.#data.take(), this.#line.take(), piece];
    this.#stop(Buffer.concat(parts.map((part) => part.subarray(0, HEAD_BYTES))));
  }

  #stop(head: Buffer): void {
    this.#over = true;
    this.#sink.tooLong(Buffer.from(head.subarray(0, HEAD_BYTES)));
  }

  #field(line: Buffer): void {
    const colon = line.indexOf(COLON);
    if (colon === 0) return;
    const name = line.toString('latin1', 0, colon < 0 ? line.length : Math.min(colon, 8));
    const value =
      colon < 0 ? line.subarray(line.length) : line.subarray(line[colon + 1] === SPACE ? colon + 2 : colon + 1);
    if (name === 'data') this.#addData(value);
    else if (name === 'event') this.#type = value.toString('utf8', 0, 100);
    else if (name === 'id' && value.length <= MAX_ID_BYTES) this.#setId(value.toString('utf8'));
    else if (name === 'retry' && /^\d{1,9}$/.test(value.toString('latin1', 0, 10)))
      this.retryMs = Number(value.toString());
  }

  /** An id has to travel back in a header. */
  #setId(id: string): void {
    if (!CONTROL.test(id)) this.#id = id;
  }

  #addData(value: Buffer): void {
    if (this.#hasData) this.#data.add(NEW_LINE);
    this.#hasData = true;
    this.#data.add(value);
    if (this.#data.length > this.#maxBytes()) this.#stop(this.#data.take());
  }

  #dispatch(terminated: boolean): void {
    // An event that was cut off is not one to resume behind.
    if (terminated && this.#id !== undefined) this.lastEventId = this.#id;
    const type = this.#type === '' ? 'message' : this.#type;
    const data = this.#data.take();
    this.#type = '';
    this.#hasData = false;
    // An event without data only carries an id, so that the stream can be resumed before anything came.
    if (data.length > 0) this.#sink.event({ type, data, terminated });
  }
}

/** Where lines of a chunk end. Looks for each of the two ends only as often as it occurs. */
class LineEnds {
  readonly #chunk: Buffer;
  #feed = -2;
  #return = -2;

  constructor(chunk: Buffer) {
    this.#chunk = chunk;
  }

  /** The next end at or behind `start`; -1 when there is none. */
  from(start: number): number {
    this.#feed = next(this.#chunk, LINE_FEED, this.#feed, start);
    this.#return = next(this.#chunk, CARRIAGE_RETURN, this.#return, start);
    if (this.#feed < 0 || this.#return < 0) return Math.max(this.#feed, this.#return);
    return Math.min(this.#feed, this.#return);
  }
}

function next(chunk: Buffer, byte: number, found: number, start: number): number {
  return found === -1 || found >= start ? found : chunk.indexOf(byte, start);
}
