/** What comes in, line by line: counted, told to whoever listens, and handed on when it is JSON. */

import type { Counts } from './counts.js';
import { NOISE_CHARS, type Redact, readLine } from './line.js';
import { eventText, type Taps } from './taps.js';

export class Incoming {
  readonly #taps: Taps;
  readonly #counts: Counts;
  readonly #redact: Redact | undefined;

  constructor(taps: Taps, counts: Counts, redact: Redact | undefined) {
    this.#taps = taps;
    this.#counts = counts;
    this.#redact = redact;
  }

  /** Undefined for a line that is no JSON. */
  read(bytes: Buffer, start: number, end: number, terminated: boolean): { readonly json: unknown } | undefined {
    const line = readLine(bytes, start, end, this.#redact);
    const size = end - start;
    if (line.kind !== 'frame') {
      if (line.kind === 'noise') this.#counts.noise(line.text);
      this.#taps.emit({ dir: 'in', ...line, bytes: size });
      return undefined;
    }
    const { json, text, crlf, bom, invalidUtf8 } = line;
    if (this.#taps.used) {
      const oddities = {
        ...(crlf && { crlf }),
        ...(bom && { bom }),
        ...(invalidUtf8 && { invalidUtf8 }),
        ...(!terminated && { terminated }),
      };
      this.#taps.emit({ dir: 'in', kind: 'frame', json, text: eventText(text), bytes: size, ...oddities });
    }
    return line;
  }

  /** So many bytes came in one piece and were not kept. `head`: its start. */
  dropped(head: string, bytes: number): void {
    const text = (this.#redact?.(head) ?? head).slice(0, NOISE_CHARS);
    this.#counts.oversize += 1;
    this.#taps.emit({ dir: 'in', kind: 'oversize', text, bytes });
  }
}
