import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting {
  readonly place: number;
  readonly go: () => void;
}

/** Turns of the event loop in which nobody else asked: whoever goes on after an answer has asked again by then. */
const QUIET_TURNS = 2;

/**
 * Lets go of several that wait at once in a given order, whenever each of them began to wait: overlapping calls end as
 * they did when they were recorded. Nobody waits for somebody who never comes.
 */
export class InTurn {
  #waiting: Waiting[] = [];
  #running = false;

  /** Resolves when it is the turn of this place, the lowest first. */
  wait(place: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ place, go });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      await this.#quiet();
      const next = this.#waiting.reduce((first, one) => (one.place < first.place ? one : first));
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.go();
    }
    this.#running = false;
  }

  async #quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS;) {
      const known = this.#waiting.length;
      await nextTurn();
      turns = this.#waiting.length === known ? turns + 1 : 0;
    }
  }
}
