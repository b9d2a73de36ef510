/** New records, sent at once: every one that is reported as stored has to show. */

import {
  type CallRecord,
  type Catalog,
  type Confidence,
  describeRecord,
  type NextHex,
  ownIdsIn,
  type ProbeScope,
  skipReport,
} from '../../core/index.js';
import type { ToolOverlap } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import type { Stored, Written } from '../effect-checks/writer.js';
import { AT_ONCE, Facts, soundStoresOf } from './facts.js';
import { laterDoubt } from './later.js';

export interface CreatesInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

/** What overlaps is a matter of luck, and the first calls of a kind are slow. */
const ROUNDS = 2;

/** Servers that were seen to lose records which overlapped, not to show them later. */
const LOST_FOR_GOOD = new WeakSet<Catalog>();

export class Creates implements Check<'tool.overlap'> {
  readonly #input: CreatesInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;
  #doubt: string | undefined;
  #sameId = '';

  constructor(input: CreatesInput) {
    const { scope, store, ...options } = input;
    this.#input = input;
    this.#own = new OwnStore(scope, store, options);
    this.#facts = new Facts(store.tool, 'records', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store } = this.#input;
    demandPermission(scope, store.tool);
    const own = this.#own;
    this.#facts.readers = own.readers.map(({ name }) => name);
    for (let round = 0; round < ROUNDS && this.#facts.outcome !== 'lost'; round += 1) await this.#writeTogether();
    if (this.#facts.outcome === 'kept') soundStoresOf(scope.catalog).add(store);
  }

  data(): ToolOverlap {
    return this.#facts.data();
  }

  basis(): string {
    if (this.#facts.outcome !== 'lost') return 'read tools that had shown a record of this tool';
    const ids = this.#sameId === '' ? '' : `; ${this.#sameId}`;
    const shown = `records that are sent one after the other show${ids}`;
    return this.#doubt === undefined ? shown : `${shown}, but ${this.#doubt}`;
  }

  confidence(): Confidence {
    return this.#doubt === undefined ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  async #writeTogether(): Promise<void> {
    const own = this.#own;
    const records = Array.from({ length: AT_ONCE }, () => own.record());
    const written = await own.sendTogether('write, all at once', records);
    const stored = this.#reported(written);
    this.#facts.sent = written.length;
    this.#facts.reported = stored.length;
    if (stored.length === 0) return this.#nothingStored(written);
    const reported = stored.map(({ record }) => record);
    const { records: gone } = await own.missingAtOnce(reported, 'after calls that overlapped');
    const lost = gone.length === 0 ? gone : await this.#stillGone(gone);
    this.#facts.missing = lost.map(describeRecord);
    this.#facts.outcome = lost.length === 0 ? 'kept' : 'lost';
    if (lost.length > 0) this.#weigh(stored);
  }

  /** The writes that were answered with a success that takes nothing back. */
  #reported(written: readonly Written[]): readonly Stored[] {
    const { first } = this.#input.store;
    return written
      .filter((one) => one.kind === 'stored')
      .filter(({ result }) => skipReport(result, first.result) === undefined);
  }

  /** @throws CannotTell when nobody knows why nothing was stored */
  #nothingStored(written: readonly Written[]): void {
    const [reason] = written.flatMap((one) => (one.kind === 'silent' ? [one.reason] : []));
    if (reason !== undefined) throw new CannotTell(`calls that overlap get no answer to judge by: ${reason}`);
    this.#facts.outcome = 'refused';
  }

  /**
   * Those records that do not show either after as many others were written one after the other, which do show: then no
   * page, no window and no slow index has hidden them.
   * @throws CannotTell when those do not show either
   */
  async #stillGone(gone: Missing): Promise<Missing> {
    const own = this.#own;
    const before = new Set(own.journal.evidence);
    const others: Stored[] = [];
    for (let count = 0; count < AT_ONCE; count += 1) {
      const one = await own.send('write, one after the other');
      if (one.kind === 'stored') others.push(one);
    }
    const unseen = await own.missing(
      others.map(({ record }) => record),
      'after calls one after the other',
    );
    if (others.length < AT_ONCE || unseen.records.length > 0) {
      const seen = others.length - unseen.records.length;
      const why = unseen.doubt === undefined ? '' : ` (${unseen.doubt})`;
      throw new CannotTell(
        `${gone.length} of the records sent at once do not show, but of ${AT_ONCE} sent one after the other only ${seen} do${why}`,
      );
    }
    const { catalog } = this.#input.scope;
    // Where records of another tool did not come back after a wait, what is lost is lost: one wait is enough for a run.
    const since = own.journal.evidence.filter((call) => !before.has(call));
    const settled = LOST_FOR_GOOD.has(catalog) ? Number.POSITIVE_INFINITY : timeOf(since);
    const again = await own.missing(gone, 'at last', settled);
    if (again.records.length > 0) LOST_FOR_GOOD.add(catalog);
    return again.records;
  }

  #weigh(stored: readonly Stored[]): void {
    const { tool } = this.#input.store;
    this.#doubt = laterDoubt(tool, stored[0]?.result ?? {});
    this.#sameId = sharedId(stored, this.#input.store.first, tool);
  }
}

type Missing = readonly Stored['record'][];

/** Milliseconds that calls took. Not by the clock: when the run is replayed, it must wait as often as it did. */
function timeOf(calls: readonly CallRecord[]): number {
  return calls.reduce((sum, { ms }) => sum + ms, 0);
}

/** Words for an id that different records were given alike; empty when there is none. */
function sharedId(stored: readonly Stored[], first: Stored, tool: Store['tool']): string {
  const [one, ...others] = [...stored].map(({ result }) => ownIdsIn(result, { tool }));
  const before = ownIdsIn(first.result, { tool });
  if (one === undefined || others.length === 0) return '';
  for (const [name, id] of one) {
    if (before.get(name) === id || !others.every((ids) => ids.get(name) === id)) continue;
    return `all ${stored.length} were given the ${name} "${String(id).slice(0, 60)}"`;
  }
  return '';
}
