import type { CallRecord } from '../../core/index.js';
import type { Detail } from './check.js';
import { shortened } from './words.js';

/** Characters of what a server said. */
const MAX_NOTE = 200;

/** What a round trip has done so far, kept however it ends. */
export class Journal {
  readonly details: Detail[] = [];
  /** What the texts of each record begin with that was sent to the write tool. */
  readonly markers: string[] = [];
  readonly #calls = new Map<number, CallRecord>();

  note(step: string, outcome: string, note = ''): void {
    this.details.push({ step, outcome, note: shortened(note, MAX_NOTE) });
  }

  /** Keeps calls that the result rests on. */
  keep(calls: readonly CallRecord[]): void {
    for (const call of calls) this.#calls.set(call.id, call);
  }

  /** In the order they were made. */
  get evidence(): readonly CallRecord[] {
    return [...this.#calls.values()].toSorted((one, other) => one.id - other.id);
  }
}
