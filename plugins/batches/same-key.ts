/** Two records with one key, in one list: they may become one, or be refused, but not be stored both. */

import {
  type CallRecord,
  type Confidence,
  describeRecord,
  type JsonObject,
  keyTexts,
  type NextHex,
  type ProbeRecord,
  type ProbeScope,
  skipReport,
} from '../../core/index.js';
import type { ToolBatch } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { holdersOf } from '../effect-checks/holders.js';
import { haveOwnIds } from '../effect-checks/own-ids.js';
import { lookAt, textsOf } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { addressedBy } from './addressed.js';
import { Facts, refusal } from './facts.js';
import { itemsIn, withItems } from './list-argument.js';
import { storedCount } from './said.js';

export interface ListInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  /** The property that holds the records. */
  readonly list: string;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

export class SameKey implements Check<'tool.batch'> {
  readonly #input: ListInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;
  #addressedBy: string | undefined;

  constructor(input: ListInput) {
    const { scope, store, list: _, ...options } = input;
    this.#input = input;
    this.#own = new OwnStore(scope, store, options);
    this.#facts = new Facts(store.tool, 'same-key', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store, list } = this.#input;
    demandPermission(scope, store.tool);
    const own = this.#own;
    const control = await own.send('write one record');
    const one = own.record();
    const other = own.record({ keyOf: one });
    const both: ProbeRecord = {
      ...one,
      arguments: withItems(one, list, [...itemsIn(one, list), ...itemsIn(other, list)]),
    };
    this.#facts.record = describeRecord(one);
    this.#facts.way = 'twice in one call';
    this.#facts.sent = 2;
    const written = await own.send('write, one key twice in one list', both);
    if (written.kind !== 'stored') return void (this.#facts.outcome = refusal(written));
    if (skipReport(written.result, store.first.result) !== undefined) return void (this.#facts.outcome = 'reported');
    await this.#count(both, control.record, written.result);
    const known = own.own(both);
    if (this.#facts.outcome === 'duplicate' && known !== undefined)
      this.#addressedBy = (await addressedBy(scope, known))?.name;
  }

  data(): ToolBatch {
    return this.#facts.data();
  }

  basis(): string {
    if (this.#facts.outcome !== 'duplicate') return '';
    return this.#addressedBy === undefined
      ? 'no other tool names records by this key'
      : `${this.#addressedBy} names records by this key`;
  }

  confidence(): Confidence {
    return (this.#addressedBy === undefined && this.#facts.outcome === 'duplicate') ||
      this.#facts.outcome === 'miscounted'
      ? 'medium'
      : 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  /** What a tool says that it stored has to be what it stored. */
  #counted(times: number, answer: JsonObject): 'fine' | 'miscounted' {
    const said = storedCount(answer);
    if (said === undefined || times !== 1 || said.count !== 2) return 'fine';
    this.#facts.said = said.words;
    return 'miscounted';
  }

  /** Counts the records with this key, with a reader that shows once what was written once. */
  async #count(record: ProbeRecord, control: ProbeRecord, answer: JsonObject): Promise<void> {
    for (const reader of this.#own.readers) {
      const { all } = await lookAt([reader], [control, record], textsOf([record, control]));
      const [before] = all;
      const after = all.at(-1);
      if (before?.result === undefined || after?.result === undefined) continue;
      if (holdersOf(before.result, keyTexts(control)).length !== 1) continue;
      const found = holdersOf(after.result, keyTexts(record));
      const inOneList = found.filter(({ list }) => list === found[0]?.list);
      if (found.length === 0 || inOneList.length < found.length) continue;
      this.#own.journal.keep(after.calls);
      this.#own.journal.note(`count with ${reader.name}`, String(found.length));
      this.#facts.readers = [reader.name];
      this.#facts.times = found.length;
      const apart = found.length > 1 && haveOwnIds(found.map(({ value }) => value));
      this.#facts.outcome = found.length > 1 && !apart ? 'duplicate' : this.#counted(found.length, answer);
      return;
    }
    throw new CannotTell('no read tool shows records so that they could be counted');
  }
}
