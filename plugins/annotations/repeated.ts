/** The same call twice, of a tool that declares that the second one changes nothing. */

import {
  type CallRecord,
  type Confidence,
  describeRecord,
  type JsonObject,
  keyTexts,
  markersOf,
  type NextHex,
  type ProbeRecord,
  type ProbeScope,
  textItems,
} from '../../core/index.js';
import type { ToolDeclaredEffect } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { holdersOf } from '../effect-checks/holders.js';
import { showsJournal } from '../effect-checks/journal-names.js';
import { haveOwnIds } from '../effect-checks/own-ids.js';
import { lookAt, textsOf } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import { shortened, unended } from '../effect-checks/words.js';

export interface RepeatedInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

/** How often an answer shows a record, and whether the server tells these apart. */
interface Count {
  readonly times: number;
  readonly apart: boolean;
}

type Counting = (result: JsonObject) => Count;

export class Repeated implements Check<'tool.declared-effect'> {
  readonly #input: RepeatedInput;
  readonly #own: OwnStore;
  #happened = '';
  #apart = false;
  #summary = '';

  constructor(input: RepeatedInput) {
    const { scope, store, ...options } = input;
    this.#input = input;
    this.#own = new OwnStore(scope, store, options);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store } = this.#input;
    const own = this.#own;
    demandPermission(scope, store.tool);
    const record = own.record();
    const first = await own.send('write a record', record);
    if (first.kind !== 'stored')
      throw new CannotTell(`a record could not be written: ${shortened(unended(first.reason), 100)}`);
    const { seen } = await own.missing([record], 'after it was written');
    for (const { reader, result } of seen.all) {
      if (result === undefined || showsJournal(reader.name)) continue;
      const count = countingOnce(result, record);
      if (count === undefined) continue;
      const second = await own.send('write it again', record);
      if (second.kind === 'silent') throw new CannotTell(`there is no answer to judge by: ${second.reason}`);
      const { all } = await lookAt([reader], [record], textsOf([record]));
      own.journal.keep(all.flatMap(({ calls }) => calls));
      const again = all[0]?.result;
      if (again === undefined) throw new CannotTell(`${reader.name} could not be read after the second call`);
      return this.#judge(count(again), record, reader.name);
    }
    throw new CannotTell('no read tool shows records so that they could be counted');
  }

  data(): ToolDeclaredEffect {
    const { journal, store } = this.#own;
    return {
      check: 'declared-effect',
      tool: store.tool.name,
      id: '',
      hint: 'idempotentHint: true',
      untrue: this.#happened !== '',
      happened: this.#happened,
      markers: [...journal.markers],
      summary: this.#summary,
      details: journal.details,
    };
  }

  basis(): string {
    return this.#apart ? 'each of them has an id of its own' : 'nothing tells them apart';
  }

  confidence(): Confidence {
    return this.#apart ? 'medium' : 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  #judge({ times, apart }: Count, record: ProbeRecord, reader: string): void {
    this.#own.journal.note(`count with ${reader}`, String(times));
    if (times <= 1) return void (this.#summary = 'the same call twice leaves one record');
    this.#apart = apart;
    this.#happened = `the same call twice left it ${times} times (${describeRecord(record)}), counted with ${reader}`;
  }
}

/** How to count in answers like this one, which shows the record once; undefined when it does not. */
function countingOnce(result: JsonObject, record: ProbeRecord): Counting | undefined {
  const keys = keyTexts(record);
  const texts = keys.length > 0 ? keys : markersOf(record).slice(0, 1);
  const byRecord: Counting = (one) => {
    const found = holdersOf(one, texts);
    const together = found.filter(({ list }) => list === found[0]?.list).map(({ value }) => value);
    return { times: together.length, apart: together.length > 1 && haveOwnIds(together) };
  };
  if (byRecord(result).times === 1) return byRecord;
  const marker = markersOf(record).find((one) => timesIn(result, one) === 1);
  return marker === undefined ? undefined : (one) => ({ times: timesIn(one, marker), apart: false });
}

/** How often a text stands in the texts of an answer. */
function timesIn(result: JsonObject, text: string): number {
  return textItems(result).reduce((sum, item) => sum + item.split(text).length - 1, 0);
}
