/** What a search for valid arguments carries around. Scorecard specification 1.2. */

import type { Answer } from './check.js';
import type { Budget } from './limits.js';
import type { Survey } from './survey.js';

/** How much to fill in: everything, or only what is demanded. */
export type Extent = 'all' | 'least';

/** What stays the same in one search. */
export interface Search {
  readonly survey: Survey;
  readonly budget: Budget;
  readonly extent: Extent;
  /** The tool destroys things: no text that the server suggests, no number that could be a record's. */
  readonly synthetic: boolean;
  /**
   * Values for a schema, best first, each accepted by it as far as can be told. Lazy.
   * @throws BudgetSpent
   */
  valuesFor(schema: unknown, place: Place): Iterable<unknown>;
  /** What was found out about whole argument sets. */
  readonly answers: WeakMap<object, Answer>;
  /** Keeps why something could not be filled in, for the user. */
  note(place: Place, problem: string): void;
}

/** Where in the arguments a value is wanted. */
export interface Place {
  readonly name: string;
  /** Names from the top, for messages. */
  readonly path: string;
  readonly index: number;
  readonly depth: number;
  /** About how many values there are on this level: lists in lists and objects in objects multiply. */
  readonly width: number;
  /** A reference led back to itself: only what is demanded from here on. */
  readonly looped: boolean;
  /** Schemas that references led to on the way here. */
  readonly trail: readonly unknown[];
}

/** On wider levels only what is demanded is filled in: nobody reads more, and a few levels further there would be millions. */
const WIDE = 1_000;

/** True where optional parts are left out and lists are as short as they may be. */
export function isLean({ extent }: Search, { looped, width }: Place): boolean {
  return looped || extent === 'least' || width > WIDE;
}

/** Values as they are asked for, kept so that other combinations can take them again. */
export class Supply {
  readonly #source: Iterator<unknown>;
  readonly #kept: unknown[] = [];

  constructor(source: Iterable<unknown>) {
    this.#source = source[Symbol.iterator]();
  }

  has(at: number): boolean {
    while (this.#kept.length <= at) {
      const next = this.#source.next();
      if (next.done === true) return false;
      this.#kept.push(next.value);
    }
    return true;
  }

  /** Value number `at`; only after `has` said that there is one. */
  at(at: number): unknown {
    return this.#kept[at];
  }
}
