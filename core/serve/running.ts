/** What is under way in this program: any number of calls, and at most one evaluation among them. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../errors.js';

export class Running {
  readonly #ending = new AbortController();
  readonly #calls = new Set<Promise<unknown>>();
  #evaluating = false;

  /** Remembers a call until it has ended. */
  track<T>(call: Promise<T>): Promise<T> {
    const settled = call.then(
      () => {},
      () => {},
    );
    this.#calls.add(settled);
    void settled.then(() => this.#calls.delete(settled));
    return call;
  }

  /**
   * Does `work`, which is given up when `signal` aborts or this program ends. Two servers under test would disturb each
   * other's times, and share the machine. Source: manifest specification, 4.10.
   * @throws UsageError when an evaluation is under way, and when this program ends
   */
  async evaluate<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#demandStaying('nothing was started');
    const either = AbortSignal.any([signal, this.#ending.signal]);
    if (this.#evaluating)
      throw new UsageError('Another evaluation is under way, and they run one at a time. Try again when it has ended.');
    this.#evaluating = true;
    try {
      const done = await work(either);
      // A report of what was given up would blame the server, or the budget.
      this.#demandStaying('the evaluation was given up');
      return done;
    } finally {
      this.#evaluating = false;
    }
  }

  #demandStaying(otherwise: string): void {
    if (this.#ending.signal.aborted) throw new UsageError(`toolscore is ending, so ${otherwise}.`);
  }

  /** Gives up the evaluation and lets nothing begin any more. Resolves when all calls have ended and are answered. */
  async end(): Promise<void> {
    this.#ending.abort('toolscore is ending');
    while (this.#calls.size > 0) await Promise.all(this.#calls);
    // The SDK hands on what a call came to within the same turn.
    await nextTurn();
  }
}
