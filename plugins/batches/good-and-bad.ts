/** A good record and a bad one in one list: all or nothing, or a word about each. */

import {
  type CallRecord,
  type Confidence,
  describeRecord,
  isObject,
  type JsonObject,
  ledgerOf,
  markerPrefix,
  markersOf,
  type ProbeRecord,
  valueMarkers,
} from '../../core/index.js';
import type { ToolBatch } from '../../schemas/observations.gen.js';
import { type Attempt, attempt } from '../effect-checks/attempt.js';
import { type Check, demandPermission } from '../effect-checks/check.js';
import { lookFor } from '../effect-checks/sights.js';
import { OwnStore } from '../effect-checks/stores.js';
import { listed } from '../effect-checks/words.js';
import { Facts } from './facts.js';
import { itemsIn, withItems } from './list-argument.js';
import { admitsDeed, admitsFailure } from './said.js';
import type { ListInput } from './same-key.js';

/** A record that the tool refuses when it is alone. */
interface Bad {
  readonly record: ProbeRecord;
  readonly item: JsonObject;
  readonly words: string;
}

export class GoodAndBad implements Check<'tool.batch'> {
  readonly #input: ListInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;

  constructor(input: ListInput) {
    const { scope, store, list: _, ...options } = input;
    this.#input = input;
    this.#own = new OwnStore(scope, store, options);
    this.#facts = new Facts(store.tool, 'good-and-bad', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store, list } = this.#input;
    demandPermission(scope, store.tool);
    const bad = await this.#findBad();
    // Nothing that is tried is bad to this tool.
    if (bad === undefined) return void (this.#facts.outcome = 'fine');
    const good = this.#own.record();
    this.#facts.record = describeRecord(good);
    this.#facts.bad = bad.words;
    this.#facts.sent = 2;
    const both = withItems(good, list, [...itemsIn(good, list), bad.item]);
    const came = await this.#write('write, good and bad in one list', good, both);
    if ('done' in came) ledgerOf(scope.catalog).add(store.tool, { ...good, arguments: both }, came.done);
    await this.#judge(came, good, bad);
  }

  data(): ToolBatch {
    return this.#facts.data();
  }

  basis(): string {
    return this.#facts.bad === '' ? '' : `a record with ${this.#facts.bad} is refused when it is alone`;
  }

  confidence(): Confidence {
    return 'high';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  /** Only empty values: anything worse could spoil the store where it is taken. */
  async #findBad(): Promise<Bad | undefined> {
    const { list } = this.#input;
    const record = this.#own.record();
    const [item] = itemsIn(record, list);
    if (!isObject(item)) return undefined;
    const key = record.fields.find(({ isKey }) => isKey)?.name ?? '';
    const inner = Object.keys(item).find((name) => Array.isArray(item[name]));
    const candidates = [
      ...(inner === undefined ? [] : [{ item: { ...item, [inner]: [] }, words: `an empty list as ${inner}` }]),
      { item: { ...item, [key]: '' }, words: `an empty ${key}` },
    ];
    for (const candidate of candidates) {
      const args = withItems(record, list, [candidate.item]);
      if ('refused' in (await this.#write(`write, with ${candidate.words} alone`, record, args)))
        return { record, ...candidate };
    }
    return undefined;
  }

  async #write(step: string, record: ProbeRecord, args: JsonObject): Promise<Attempt> {
    const { scope, store } = this.#input;
    this.#own.journal.markers.push(markerPrefix(record.hex));
    return attempt(scope, this.#own.journal, { step, tool: store.tool, args });
  }

  async #judge(came: Attempt, good: ProbeRecord, bad: Bad): Promise<void> {
    const { scope, settleMs } = this.#input;
    const isDone = 'done' in came;
    const looks = await lookFor(
      this.#own.readers,
      [good],
      (seen) => isDone === seen.have(good),
      // What an error has left behind is there at once or not at all.
      { settleMs: isDone ? settleMs : [], signal: scope.signal },
      [good, bad.record],
    );
    const seen = looks.at(-1) ?? looks[0];
    const isStored = seen.have(good);
    const showing = seen.all.filter(({ shown }) => markersOf(good).some((marker) => shown.has(marker)));
    this.#own.journal.keep((isStored ? showing : seen.all).flatMap(({ calls }) => calls));
    this.#own.journal.note('look for the good one', isStored ? 'shown' : 'not shown');
    this.#facts.readers = (isStored ? showing : seen.all).map(({ reader }) => reader.name);
    this.#facts.times = isStored ? 1 : 0;
    if ('refused' in came) return this.#afterError(came.refused, good, isStored);
    if (admitsFailure(came.done, markersOf(good))) return void (this.#facts.outcome = 'reported');
    if (seen.show(valueMarkers(bad.record))) return void (this.#facts.outcome = 'fine');
    this.#facts.outcome = 'hidden';
    this.#facts.way = `it reported success, and nothing in its answer speaks of the other one`;
  }

  #afterError(reason: string, good: ProbeRecord, isStored: boolean): void {
    if (!isStored) return void (this.#facts.outcome = 'refused');
    if (admitsDeed(reason, markersOf(good))) return void (this.#facts.outcome = 'reported');
    const { readers } = this.#facts;
    this.#facts.outcome = 'partial';
    this.#facts.way = `it answered with an error, and ${listed(readers)} ${readers.length === 1 ? 'shows' : 'show'} the good one all the same`;
  }
}
