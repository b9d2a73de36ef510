/** So many runs in a row that a file changes in, and it is taken for one that the server writes. */
const RUNS = 3;

/**
 * Finds files that change in every run: those that a server writes itself. Each run would bring on the next one. Only
 * asked about files that are no source, which somebody may well go on editing while a run is under way.
 */
export class Restless {
  readonly #leftOut = new Set<string>();
  readonly #inRun = new Set<string>();
  /** Runs in a row that each of them changed in. */
  #rows: ReadonlyMap<string, number> = new Map();

  /** Whether a change of the file counts. */
  counts(path: string, running: boolean): boolean {
    if (this.#leftOut.has(path)) return false;
    if (running) this.#inRun.add(path);
    return true;
  }

  /** A run is over. Returns the files whose changes do not count from now on. */
  runEnded(): readonly string[] {
    const rows = [...this.#inRun].map((path): [string, number] => [path, (this.#rows.get(path) ?? 0) + 1]);
    const found = rows.filter(([, runs]) => runs >= RUNS).map(([path]) => path);
    for (const path of found) this.#leftOut.add(path);
    this.#rows = new Map(rows.filter(([path]) => !this.#leftOut.has(path)));
    this.#inRun.clear();
    return found;
  }
}
