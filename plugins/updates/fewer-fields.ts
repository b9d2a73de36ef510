import {
  type CallRecord,
  type Confidence,
  makeRecord,
  nameWords,
  type NextHex,
  planRecord,
  type ProbeRecord,
  type ProbeScope,
  type RecordField,
  skipReport,
  type Tool,
  valueMarkers,
} from '../../core/index.js';
import type { ToolUpdate } from '../../schemas/observations.gen.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { lookFor } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import type { Stored } from '../effect-checks/writer.js';
import { shortened, unended } from '../effect-checks/words.js';
import { promiseOfFields } from './changes.js';
import { Facts } from './facts.js';

export interface FewerFieldsInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly settleMs: readonly number[];
  readonly nextHex: NextHex;
}

/** Such a name says that the record is what the call says, and nothing else. */
const REPLACING: ReadonlySet<string> = new Set('set put replace overwrite write'.split(' '));

/** Saves a record with every optional text, and once more under its key with none of them. */
export class FewerFields implements Check<'tool.update'> {
  readonly #input: FewerFieldsInput;
  readonly #own: OwnStore;
  readonly #facts: Facts;

  constructor(input: FewerFieldsInput) {
    const { scope, store, ...options } = input;
    this.#input = input;
    this.#own = new OwnStore(scope, store, options);
    this.#facts = new Facts(store.tool, 'fewer-fields', this.#own.journal);
    this.#facts.readers = this.#own.readers.map(({ name }) => name);
  }

  /** True for a tool whose second write under a key was taken, and which does not say that it puts a new record there. */
  static suits({ tool, form, sameKey }: Store): boolean {
    if (sameKey !== 'updated' || !form.plan.hasOptionalText) return false;
    return !saysItReplaces(tool) && !nameWords(tool.name).some((word) => REPLACING.has(word));
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store } = this.#input;
    demandPermission(scope, store.tool);
    const full = this.#own.record();
    const few = await this.#withoutOptional(full);
    const written = await this.#own.send('save with every optional text', full);
    if (written.kind !== 'stored')
      throw new CannotTell(`a record could not be saved: ${shortened(unended(written.reason), 100)}`);
    const { seen } = await this.#own.missing([full], 'after it was saved');
    const kept = new Set(few.fields.map(({ path }) => path));
    const optional = full.fields.filter(
      ({ path, isKey, marker }) => !isKey && !kept.has(path) && marker !== undefined && seen.show([marker]),
    );
    if (optional.length === 0) throw new CannotTell('no text shows that the tool does not ask for', 'skipped');
    this.#facts.fields = optional.map(({ name }) => name);
    await this.#saveAgain(few, written, optional);
  }

  data(): ToolUpdate {
    return this.#facts.data();
  }

  basis(): string {
    return promiseOfFields(this.#input.store.tool) === 'keeps'
      ? 'the description says that only the given fields change'
      : 'they may be left out, and nothing says that they are lost then';
  }

  confidence(): Confidence {
    return promiseOfFields(this.#input.store.tool) === 'keeps' || this.#facts.dropped.length === 0 ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  /** A record with the key of another one and what the tool asks for. */
  async #withoutOptional(full: ProbeRecord): Promise<ProbeRecord> {
    const { scope, store, nextHex } = this.#input;
    const { tool, form, pair } = store;
    const planned = await planRecord(tool, { values: scope.values(tool), templates: pair?.writeArgs, optional: false });
    if ('impossible' in planned) throw new CannotTell(`no record could be made for it: ${planned.impossible}`);
    const few = makeRecord(planned.plan, form.keys, nextHex(), { keyOf: full });
    if (valueMarkers(few).length > 0) return few;
    throw new CannotTell('it demands nothing but the key, so a second save could not be told from none', 'skipped');
  }

  async #saveAgain(few: ProbeRecord, first: Stored, optional: readonly RecordField[]): Promise<void> {
    const { settleMs, scope, store } = this.#input;
    const facts = this.#facts;
    const again = await this.#own.send('save again without them', few);
    if (again.kind === 'silent') throw new CannotTell(`there is no answer to judge by: ${again.reason}`);
    if (again.kind !== 'stored' || skipReport(again.result, first.result) !== undefined)
      return void (facts.summary = 'a save with fewer fields is refused');
    const markers = optional.flatMap(({ marker }) => marker ?? []);
    const looks = await lookFor(
      this.#own.readers,
      [few, first.record],
      (one) => one.show(valueMarkers(few)) && markers.every((marker) => one.show([marker])),
      { settleMs: store.showsAtOnce ? settleMs.slice(0, 1) : settleMs, signal: scope.signal },
    );
    const seen = looks.at(-1) ?? looks[0];
    this.#own.journal.keep(seen.all.flatMap(({ calls }) => calls));
    if (!seen.show(valueMarkers(few))) throw new CannotTell('after the second save no read tool shows what it saved');
    await seen.demandRead('after the second save');
    const gone = optional.filter(({ marker }) => marker !== undefined && !seen.show([marker]));
    facts.dropped = [...new Set(gone.map(({ name }) => name))];
    facts.summary = gone.length === 0 ? 'what is left out of a second save stays' : '';
  }
}

function saysItReplaces(tool: Tool): boolean {
  return promiseOfFields(tool) === 'replaces' || /\bsets?\b/i.test(tool.description);
}
