/** One record of ours, and a tool that changes it. */

import {
  type CallRecord,
  failureReport,
  type JsonObject,
  ledgerOf,
  markerPrefix,
  nameNouns,
  type NextHex,
  type OwnRecord,
  type ProbeScope,
  SETTLE_MS,
  skipReport,
} from '../../core/index.js';
import { ask } from '../effect-checks/call.js';
import { CannotTell } from '../effect-checks/check.js';
import { freshRecord } from '../effect-checks/fresh-record.js';
import { OwnStore, type Store, storesOf } from '../effect-checks/stores.js';
import { type View, Views } from '../effect-checks/views.js';
import { type Made, madeBy, makersFor } from './makers.js';
import { type Changeable, type Given, UpdateForm } from './update-form.js';

/** What became of an update. */
export type Updated =
  | { readonly kind: 'done'; readonly call: CallRecord }
  | { readonly kind: 'refused'; readonly reason: string; readonly call: CallRecord };

export class Subject {
  readonly store: OwnStore;
  readonly own: OwnRecord;
  readonly form: UpdateForm;
  readonly views: Views;
  /** What the fields hold now, as far as updates were reported as done. */
  readonly state = new Map<string, Given>();
  readonly #scope: ProbeScope<'tool'>;
  readonly #nextHex: NextHex;

  private constructor(scope: ProbeScope<'tool'>, nextHex: NextHex, parts: Made) {
    this.#scope = scope;
    this.#nextHex = nextHex;
    this.store = parts.store;
    this.own = parts.own;
    this.form = parts.form;
    this.views = parts.views;
  }

  /**
   * Stores a record with the first store of this run that makes one which the tool can be asked for.
   * @throws CannotTell when there is none
   */
  static async make(
    scope: ProbeScope<'tool'>,
    { settleMs = SETTLE_MS, nextHex }: { readonly settleMs?: readonly number[]; readonly nextHex: NextHex },
  ): Promise<Subject> {
    const { tool } = scope.subject;
    for (const store of candidates(scope)) {
      const known = ledgerOf(scope.catalog)
        .of(store.tool)
        .find(({ record }) => record === store.first.record);
      if (known === undefined || (await UpdateForm.of(scope, tool, known)) === undefined) continue;
      const own = new OwnStore(scope, store, { settleMs, nextHex });
      const record = await freshRecord(own, 'make a record');
      const form = record === undefined ? undefined : await UpdateForm.of(scope, tool, record);
      if (record === undefined || form === undefined) continue;
      const waiting = { settleMs, signal: scope.signal };
      const nouns = nameNouns(tool.name);
      const views = await Views.of(own, record, { exclude: scope.effects.exclude, waiting, nouns });
      if (views.names.length > 0) return new Subject(scope, nextHex, { store: own, own: record, form, views });
    }
    for (const maker of makersFor(scope)) {
      const made = await madeBy(scope, maker, { settleMs, nextHex });
      if (made !== undefined) return new Subject(scope, nextHex, made);
    }
    throw new CannotTell(`no write tool of this run is known to make a record that ${tool.name} could change`);
  }

  /** Six new digits, for markers that belong to this record. */
  hex(): string {
    const hex = this.#nextHex();
    this.store.journal.markers.push(markerPrefix(hex));
    return hex;
  }

  /**
   * Changes these fields of the record; those that are done are what it holds from then on.
   * @throws CannotTell when the connection or the run is over
   */
  async update(step: string, given: ReadonlyMap<string, Given>): Promise<Updated> {
    const values = new Map([...given].map(([path, { value }]) => [path, value]));
    const updated = await this.#send(step, this.form.arguments(this.hex(), values, this.state));
    if (updated.kind === 'done') for (const [path, value] of given) this.state.set(path, value);
    return updated;
  }

  /**
   * Changes nothing but what these arguments say.
   * @throws CannotTell when the connection or the run is over
   */
  async updateWith(step: string, more: JsonObject): Promise<Updated> {
    const args = { ...this.form.arguments(this.hex(), new Map(), this.state), ...more };
    return this.#send(step, args);
  }

  async #send(step: string, args: JsonObject): Promise<Updated> {
    const { tool } = this.#scope.subject;
    const { journal } = this.store;
    let made: CallRecord | undefined;
    const answer = await ask({ call: async (...one) => (made = await this.#scope.call(...one)) }, tool, args);
    const call = made as CallRecord;
    journal.keep([call]);
    const reason = answer.kind === 'answered' ? notDone(answer.result) : answer.reason;
    journal.note(step, reason === undefined ? 'done' : 'refused', reason ?? '');
    return reason === undefined ? { kind: 'done', call } : { kind: 'refused', reason, call };
  }

  /** Whether the record shows this value of a field. */
  shows(view: View, { name, kind }: Pick<Changeable, 'name' | 'kind'>, { value, marker }: Given): boolean {
    if (kind === 'text') return view.shows(marker ?? String(value));
    return view.members(name, this.identity()).includes(value);
  }

  /** Texts by which an object of an answer is known to be this record. */
  identity(): readonly string[] {
    const held = [...this.state.values()].flatMap(({ marker }) => marker ?? []);
    return [...held, ...this.form.targetTexts];
  }
}

/** The words by which an answer says that nothing was changed. */
function notDone(result: JsonObject): string | undefined {
  return failureReport(result) ?? skipReport(result, undefined);
}

function candidates({ catalog, subject }: ProbeScope<'tool'>): readonly Store[] {
  return storesOf(catalog).filter(({ tool }) => tool.name !== subject.name);
}
