/** Collects what is wrong, so that all of it can be told in one go. */

import { UsageError } from './errors.js';

export class Problems {
  readonly #found: string[] = [];

  /** What `read` gives, or undefined when it throws a UsageError, whose problems are kept. Other errors pass. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      return this.#keep(error);
    }
  }

  /** The same for what takes time. */
  async wait<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      return this.#keep(error);
    }
  }

  /** @throws UsageError with everything that was kept, if there is anything; each problem once */
  throwAny(): void {
    if (this.#found.length > 0) this.throwAll();
  }

  /** @throws UsageError with everything that was kept; for where something is known to be wrong */
  throwAll(): never {
    throw new UsageError([...new Set(this.#found)]);
  }

  #keep(error: unknown): undefined {
    if (!(error instanceof UsageError)) throw error;
    this.#found.push(...error.problems);
    return undefined;
  }
}
