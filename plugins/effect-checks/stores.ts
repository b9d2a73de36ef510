/** Write tools whose records certain read tools show, as a round trip of this run has proven, for the probes behind it. */

import {
  type CallRecord,
  type Catalog,
  distinctHex,
  ledgerOf,
  lookUntil,
  type NextHex,
  type OwnRecord,
  type ProbeRecord,
  type ProbeScope,
  randomHex,
  type RecordKind,
  restOf,
  SETTLE_MS,
  type Tool,
  type Waiting,
  windowDoubt,
  type WritePair,
} from '../../core/index.js';
import type { ToolRoundTrip } from '../../schemas/observations.gen.js';
import { ALL_GUARDS } from './guards.js';
import { Journal } from './journal.js';
import type { Reader } from './reader.js';
import { confirms, lookAt, Sights, textsOf } from './sights.js';
import { type Form, type Stored, Writer, type Written } from './writer.js';

/** A reader that showed the first record of a store, and what it answered then. */
export interface Showing {
  readonly reader: Reader;
  readonly before: Stored['result'] | undefined;
  /** It shows more of the record than its key. */
  readonly showsValues: boolean;
}

export interface Store {
  readonly tool: Tool;
  /** What the author declared for the tool. */
  readonly pair: WritePair | undefined;
  readonly form: Form;
  readonly first: Stored;
  /** Never empty. */
  readonly confirmed: readonly Showing[];
  readonly sameKey: ToolRoundTrip['sameKey'];
  /** The calls that show how a second write under its key put new values in the place of the old ones; undefined when none did. */
  readonly replaced?: readonly CallRecord[] | undefined;
  readonly otherRecord: ToolRoundTrip['otherRecord'];
  /** Its first record showed without waiting, so that one short wait is enough for the next. */
  readonly showsAtOnce: boolean;
}

const STORES = new WeakMap<Catalog, Store[]>();

/** The stores of the run that looks at this catalog, in the order they were proven. */
export function storesOf(catalog: Catalog): Store[] {
  let stores = STORES.get(catalog);
  if (stores === undefined) STORES.set(catalog, (stores = []));
  return stores;
}

export interface OwnStoreOptions {
  readonly settleMs?: readonly number[];
  readonly nextHex?: NextHex;
}

/** What did not show of some records. */
export interface Missing {
  readonly records: readonly ProbeRecord[];
  /** Why they may be there all the same; undefined when a reader shows all it has. */
  readonly doubt: string | undefined;
  /** What was seen at last. */
  readonly seen: Sights;
}

/** A store in the hands of one probe: its calls are that probe's. */
export class OwnStore {
  readonly store: Store;
  readonly journal = new Journal();
  readonly readers: readonly Reader[];
  readonly #writer: Writer;
  readonly #scope: Pick<ProbeScope<'tool'>, 'call' | 'catalog' | 'signal' | 'values'>;
  readonly #waiting: Waiting;

  constructor(
    scope: OwnStore['scope'],
    store: Store,
    { settleMs = SETTLE_MS, nextHex = randomHex }: OwnStoreOptions = {},
  ) {
    this.store = store;
    this.#scope = scope;
    this.#waiting = { settleMs: store.showsAtOnce ? settleMs.slice(0, 1) : settleMs, signal: scope.signal };
    this.readers = store.confirmed.map(({ reader }) =>
      reader.askingBy((name, args) => scope.call('tools/call', { name, arguments: args })),
    );
    this.#writer = new Writer({
      scope,
      tool: store.tool,
      pair: store.pair,
      nextHex: distinctHex(nextHex),
      guards: ALL_GUARDS,
      journal: this.journal,
      form: store.form,
    });
  }

  get scope(): Pick<ProbeScope<'tool'>, 'call' | 'catalog' | 'signal' | 'values'> {
    return this.#scope;
  }

  /** A record that is new, or has the key of another one. */
  record(kind: RecordKind = {}): ProbeRecord {
    return this.#writer.record(kind);
  }

  /** What the ledger knows of a record that was stored. */
  own(record: ProbeRecord): OwnRecord | undefined {
    return ledgerOf(this.#scope.catalog)
      .of(this.store.tool)
      .find((own) => own.record === record);
  }

  /**
   * Gives the tool a record to store.
   * @throws CannotTell when the connection or the run is over
   */
  async send(step: string, record: ProbeRecord = this.record()): Promise<Written> {
    return this.#writer.send(step, record);
  }

  /**
   * Gives the tool all of these at once.
   * @throws CannotTell when the connection or the run is over
   */
  async sendTogether(step: string, records: readonly ProbeRecord[]): Promise<readonly Written[]> {
    return Promise.all(records.map((record) => this.#writer.send(step, record)));
  }

  /**
   * Gives the tool these one after the other.
   * @throws CannotTell when the connection or the run is over
   */
  async sendInTurn(step: string, records: readonly ProbeRecord[]): Promise<readonly Written[]> {
    const written: Written[] = [];
    for (const record of records) written.push(await this.#writer.send(step, record));
    return written;
  }

  /**
   * Asks readers until all of these show, or until the waits are over. A reader that shows all it has is asked once; one
   * that is asked for a record by its key, only for those that did not show yet. `settled`: milliseconds that have
   * passed since they were missed before, which count as waited.
   * @throws CannotTell when the connection or the run is over, or a reader could not be read
   */
  async missing(records: readonly ProbeRecord[], when: string, settled = 0): Promise<Missing> {
    return this.#missing(records, when, { ...this.#waiting, settleMs: restOf(this.#waiting.settleMs, settled) });
  }

  /**
   * The same for who looks again later, when something does not show: waits only where the first record of the store
   * did not show at once either.
   * @throws CannotTell as above
   */
  async missingAtOnce(records: readonly ProbeRecord[], when: string): Promise<Missing> {
    return this.#missing(records, when, this.store.showsAtOnce ? { ...this.#waiting, settleMs: [] } : this.#waiting);
  }

  async #missing(records: readonly ProbeRecord[], when: string, waiting: Waiting): Promise<Missing> {
    const looks = await lookUntil(
      ({ gone }) => gone.length === 0,
      () => this.#lookOnce(records),
      waiting,
    );
    const { gone, seen } = looks.at(-1) ?? { gone: records, seen: new Sights([]) };
    this.journal.keep(seen.all.flatMap(({ calls }) => calls));
    if (gone.length === 0) return { records: gone, doubt: undefined, seen };
    const views = this.#viewsOf(gone[0] as ProbeRecord, seen);
    const doubt = views.every((view) => view.doubt !== undefined) ? views[0]?.doubt : undefined;
    // Another reader may be broken: one that shows all it has is enough to know.
    if (!views.some((view) => view.doubt === undefined && view.answered)) await seen.demandRead(when);
    return { records: gone, doubt, seen };
  }

  async #lookOnce(records: readonly ProbeRecord[]): Promise<{ gone: readonly ProbeRecord[]; seen: Sights }> {
    const [first, second = first] = records;
    if (first === undefined || second === undefined) return { gone: [], seen: new Sights([]) };
    const sought = textsOf(records);
    const all = this.readers.filter((reader) => reader.asksAlike(first, second));
    const wide = await lookAt(all, [first], sought);
    let gone = records.filter((record) => !wide.all.some((sight) => confirms({ ...sight, record }, [record])));
    const sights = [...wide.all];
    for (const reader of this.readers.filter((one) => !all.includes(one))) {
      const narrow = await lookAt([reader], gone, sought);
      sights.push(...narrow.all);
      gone = gone.filter((record) => !narrow.have(record));
    }
    return { gone, seen: new Sights(sights) };
  }

  /** Of every reader, whether it answered and why it may not show all it has. */
  #viewsOf(
    lost: ProbeRecord,
    seen: Sights,
  ): readonly { readonly answered: boolean; readonly doubt: string | undefined }[] {
    return this.store.confirmed.map(({ before }, at) => {
      const reader = this.readers[at] as Reader;
      const sight = seen.all.find((one) => one.reader === reader);
      const view = { reader: reader.choice.tool, addressed: reader.isAskedFor(lost), before, after: sight?.result };
      return { answered: sight?.kind === 'answered', doubt: windowDoubt(view) };
    });
  }
}
