/** What is under way in this program: any number of calls, and at most one evaluation among them. */

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
   * @throws UsageError when an evaluation is under way; then nothing was started
   */
  async evaluate<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = AbortSignal.any([signal, this.#ending.signal]);
    if (either.aborted) throw new UsageError('toolscore is ending, so nothing was started.');
    if (this.#evaluating)
      throw new UsageError('Another evaluation is under way, and they run one at a time. Try again when it has ended.');
    this.#evaluating = true;
    try {
      return await work(either);
    } finally {
      this.#evaluating = false;
    }
  }

  /** Gives up the evaluation and lets nothing begin any more. Resolves when all calls have ended. */
  async end(): Promise<void> {
    this.#ending.abort('toolscore is ending');
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }
}
