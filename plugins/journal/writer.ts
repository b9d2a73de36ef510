import type { Entry } from './entry.js';
import { appendEntries } from './file.js';

/**
 * Writes entries as they come, one batch at a time, without keeping the run waiting: what is measured meanwhile must
 * not feel it. A run that crashes loses at most the batch under way.
 */
export class JournalWriter {
  readonly #home: string;
  #waiting: Entry[] = [];
  #writing: Promise<void> | undefined;
  #failed: { readonly error: unknown } | undefined;

  constructor(home: string) {
    this.#home = home;
  }

  add(entry: Entry): void {
    if (this.#failed !== undefined) return;
    this.#waiting.push(entry);
    this.#writing ??= this.#write();
  }

  /** Resolves when everything is written. Rejects with the LocalError that ended writing. */
  async end(): Promise<void> {
    await this.#writing;
    if (this.#failed !== undefined) throw this.#failed.error;
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting;
        this.#waiting = [];
        await appendEntries(this.#home, batch);
      }
    } catch (error) {
      this.#failed = { error };
    } finally {
      this.#writing = undefined;
    }
  }
}
