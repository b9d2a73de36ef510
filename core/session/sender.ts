/** Writes messages on the wire, and tells whoever listens. */

import type { JsonObject } from '../json.js';
import { eventText, type Taps } from './taps.js';

export interface Outlet {
  /** Sends one frame without its line end; `json` is what it says, when that is known. Returns why it could not be sent. */
  send(text: string, json?: unknown): string | undefined;
  readonly taps: Taps;
}

export class Sender {
  readonly #outlet: Outlet;

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /**
   * Sends one message. Returns why it could not be sent.
   * @throws whatever JSON.stringify throws, before anything is sent
   */
  send(message: JsonObject): string | undefined {
    return this.text(JSON.stringify(message), message);
  }

  /** Sends text as it is; `json` is what it says, when that is known. */
  text(text: string, json?: unknown): string | undefined {
    const problem = this.#outlet.send(text, json);
    const { taps } = this.#outlet;
    if (!taps.used) return problem;
    if (problem === undefined)
      taps.emit({ dir: 'out', kind: 'frame', json, text: eventText(text), bytes: Buffer.byteLength(text) });
    else taps.emit({ dir: 'out', kind: 'write-error', text: problem });
    return problem;
  }
}
