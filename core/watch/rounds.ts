/** Decides when to run again: once files are quiet, one run at a time, and once more for what changed during a run. */

/** Calls `then` when nothing has called for some time; returns how to call it off. */
export type Settle = (then: () => void) => () => void;

/** Milliseconds without a change after which files are taken to be written: a build or a formatter changes many at once. */
export const QUIET_MS = 150;

/** Waits on the clock. */
export const settleOnClock: Settle = (then) => {
  const timer = setTimeout(then, QUIET_MS);
  return () => clearTimeout(timer);
};

export class Rounds {
  readonly #run: (changed: readonly string[]) => Promise<void>;
  readonly #settle: Settle;
  readonly #changed = new Set<string>();
  #running = false;
  #callOff: (() => void) | undefined;

  /** `run` gets the paths that changed since the run before; it must not reject. */
  constructor(run: (changed: readonly string[]) => Promise<void>, settle: Settle) {
    this.#run = run;
    this.#settle = settle;
  }

  /** True while a run is under way. */
  get running(): boolean {
    return this.#running;
  }

  /** A file changed, was made or is gone. */
  heard(path: string): void {
    this.#changed.add(path);
    if (!this.#running) this.#wait();
  }

  /** Runs at once. Resolves when this run is over; later ones come by themselves. */
  async begin(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#running = true;
    await this.#run(changed);
    this.#running = false;
    if (this.#changed.size > 0) this.#wait();
  }

  #wait(): void {
    this.#callOff?.();
    this.#callOff = this.#settle(() => {
      this.#callOff = undefined;
      void this.begin();
    });
  }
}
