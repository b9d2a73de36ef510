import type { Reading } from '../documents/reading.js';
import { UsageError } from '../errors.js';

/** Problems that are told; whoever wrote the file wrong wrote it wrong everywhere. */
const MAX_PROBLEMS = 20;

/** What is wrong with the lines of one file, as much of it as helps. */
export class LineProblems {
  readonly #source: string;
  readonly #found: string[] = [];
  #more = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get none(): boolean {
    return this.#found.length === 0;
  }

  add(line: number, what: string): void {
    this.#keep(`${this.#source}:${line}  ${what}`);
  }

  /** Takes over what was found in one line. */
  take(reading: Reading): void {
    if (reading.clean) return;
    try {
      reading.throwAny();
    } catch (error) {
      for (const problem of (error as UsageError).problems) this.#keep(problem);
    }
  }

  /** @throws UsageError */
  throwAny(): void {
    if (this.none) return;
    const more = this.#more > 0 ? [`${this.#source}  and ${this.#more} more.`] : [];
    throw new UsageError([...this.#found, ...more]);
  }

  #keep(problem: string): void {
    if (this.#found.length < MAX_PROBLEMS) this.#found.push(problem);
    else this.#more += 1;
  }
}
