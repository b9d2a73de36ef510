/** New records through two processes that share a store, at the same time. */

import {
  type CallRecord,
  type Confidence,
  describeRecord,
  type NextHex,
  type OpenSession,
  type ProbeRecord,
  type ProbeScope,
  skipReport,
} from '../../core/index.js';
import type { ToolOverlap } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { AT_ONCE, Facts } from './facts.js';

/** What overlaps is a matter of luck. */
const ROUNDS = 2;

export interface SharedStoreInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly second: OpenSession;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

export class SharedStore implements Check<'tool.overlap'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #store: Store;
  readonly #own: OwnStore;
  readonly #other: OwnStore;
  readonly #facts: Facts;

  constructor({ scope, store, second, ...options }: SharedStoreInput) {
    this.#scope = scope;
    this.#store = store;
    this.#own = new OwnStore(scope, store, options);
    this.#other = new OwnStore({ ...scope, call: second.call }, store, options);
    this.#facts = new Facts(store.tool, 'processes', this.#own.journal);
    this.#facts.readers = this.#own.readers.map(({ name }) => name);
  }

  /** Whether the second process shows what the first one has stored before. */
  async isShared(): Promise<boolean> {
    try {
      const record = this.#own.record();
      const written = await this.#own.send('write, to the first process', record);
      return (
        written.kind === 'stored' && (await this.#other.missing([record], 'in a second process')).records.length === 0
      );
    } catch (error) {
      if (error instanceof CannotTell) return false;
      throw error;
    }
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    demandPermission(this.#scope, this.#store.tool);
    for (let round = 0; round < ROUNDS && this.#facts.outcome !== 'lost'; round += 1) await this.#writeTogether();
  }

  data(): ToolOverlap {
    return this.#facts.data();
  }

  basis(): string {
    return 'the second process shows what the first one has stored, and one alone loses nothing';
  }

  confidence(): Confidence {
    return 'medium';
  }

  evidence(): readonly CallRecord[] {
    return [...this.#own.journal.evidence, ...this.#other.journal.evidence].toSorted((one, other) => one.id - other.id);
  }

  async #writeTogether(): Promise<void> {
    const half = (store: OwnStore): readonly ProbeRecord[] => Array.from({ length: AT_ONCE / 2 }, () => store.record());
    // One after the other to each: while one process is between its look and its save, the other one is as well, time and again.
    const written = await Promise.all(
      [this.#own, this.#other].map((store) => store.sendInTurn('write, to both processes at once', half(store))),
    );
    const first = this.#store.first.result;
    const reported = written
      .flat()
      .flatMap((one) => (one.kind === 'stored' && skipReport(one.result, first) === undefined ? [one.record] : []));
    this.#facts.sent = AT_ONCE;
    this.#facts.reported = reported.length;
    // A record that either of them shows is not lost.
    const unseen = await this.#own.missing(reported, 'after calls to two processes');
    const gone =
      unseen.records.length === 0 ? unseen : await this.#other.missing(unseen.records, 'in a second process');
    this.#facts.missing = gone.records.map(describeRecord);
    this.#facts.outcome = gone.records.length > 0 ? 'lost' : reported.length > 0 ? 'kept' : 'refused';
  }
}
