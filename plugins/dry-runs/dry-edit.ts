/** Two edits of one text of ours: the one that is only tried must not show, the other one must. */

import {
  type CallRecord,
  type Confidence,
  distinctHex,
  lookUntil,
  type NextHex,
  type OwnRecord,
  type ProbeRecord,
  type ProbeScope,
  randomHex,
} from '../../core/index.js';
import type { ToolDryRun } from '../../schemas/observations.gen.js';
import { type Attempt, attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { lineOf, linedRecord } from '../effect-checks/lined-record.js';
import { saysOfTheMoment } from '../effect-checks/reader.js';
import { lookAt } from '../effect-checks/sights.js';
import { OwnStore, type Store } from '../effect-checks/stores.js';
import type { TextEdit } from '../effect-checks/text-edit.js';
import { shortened, unended } from '../effect-checks/words.js';
import { Facts } from './facts.js';
import type { Flag } from './flag.js';

export interface DryEditInput {
  readonly scope: ProbeScope<'tool'>;
  readonly store: Store;
  readonly edit: TextEdit;
  /** Where a record of the store keeps its text. */
  readonly textPath: string;
  readonly flag: Flag;
  readonly settleMs: readonly number[];
  readonly nextHex?: NextHex;
}

export class DryEdit implements Check<'tool.dry-run'> {
  readonly #input: DryEditInput;
  readonly #nextHex: NextHex;
  readonly #own: OwnStore;
  readonly #facts: Facts;

  constructor(input: DryEditInput) {
    this.#input = input;
    this.#nextHex = distinctHex(input.nextHex ?? randomHex);
    this.#own = new OwnStore(input.scope, input.store, { settleMs: input.settleMs });
    this.#facts = new Facts(input.edit.tool, input.flag, 'edit', this.#own.journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { scope, store, edit, flag } = this.#input;
    demandPermission(scope, edit.tool);
    demandPermission(scope, store.tool);
    const hex = this.#nextHex();
    const [tried, done] = [lineOf(hex, 1), lineOf(hex, 2)];
    const { own, record } = await this.#write(hex, [tried, done]);
    const [never, wanted] = [lineOf(this.#nextHex(), 1), lineOf(this.#nextHex(), 2)];
    this.#facts.change = `the line "${never}"`;
    const dry = await this.#edit(own, `edit with ${flag.name}: true`, [tried, never], true);
    if ('refused' in dry) {
      if (saysOfTheMoment(dry.refused)) throw new CannotTell(`a dry run fails: ${unended(dry.refused)}`);
      return void (this.#facts.outcome = 'refused');
    }
    const real = await this.#edit(own, 'edit without it', [done, wanted], false);
    if ('refused' in real)
      throw new CannotTell(`an edit without ${flag.name} fails: ${shortened(unended(real.refused), 100)}`);
    await this.#compare(record, never, wanted);
  }

  data(): ToolDryRun {
    return this.#facts.data();
  }

  basis(): string {
    return `an edit without ${this.#input.flag.name} shows in what ${this.#input.store.tool.name} stored`;
  }

  confidence(): Confidence {
    return this.#input.flag.isClear ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#own.journal.evidence;
  }

  async #write(
    hex: string,
    lines: readonly string[],
  ): Promise<{ readonly own: OwnRecord; readonly record: ProbeRecord }> {
    const { store, textPath } = this.#input;
    const record = linedRecord(store, textPath, hex, lines);
    const written = await this.#own.send('write a text of two lines', record);
    const own = this.#own.own(record);
    if (written.kind === 'stored' && own !== undefined) return { own, record };
    throw new CannotTell(`${store.tool.name} does not store a text of two lines, so there is nothing to edit`);
  }

  async #edit(own: OwnRecord, step: string, [before, after]: [string, string], dry: boolean): Promise<Attempt> {
    const { scope, edit, flag } = this.#input;
    const made = edit.argumentsFor(own, this.#nextHex(), before, after);
    if (made === undefined) throw new CannotTell(`no argument of ${edit.tool.name} names what was stored`);
    const args = dry ? { ...made, [flag.name]: true } : made;
    return attempt(scope, this.#own.journal, { step, tool: edit.tool, args });
  }

  /** One look for both: what shows the real edit would show the other one. */
  async #compare(record: ProbeRecord, never: string, wanted: string): Promise<void> {
    const { settleMs, scope } = this.#input;
    const looks = await lookUntil(
      (one) => one.show([wanted]),
      () => lookAt(this.#own.readers, [record], [never, wanted]),
      { settleMs, signal: scope.signal },
    );
    const seen = looks.at(-1) ?? looks[0];
    this.#own.journal.keep(seen.all.flatMap(({ calls }) => calls));
    const showing = seen.all.filter(({ shown }) => shown.has(never));
    if (showing.length === 0 && !seen.show([wanted]))
      throw new CannotTell('an edit does not show in the text, so a dry run could not be told from it');
    this.#own.journal.note('look for both', showing.length === 0 ? 'only the real edit shows' : 'both show');
    this.#facts.readers = showing.map(({ reader }) => reader.name);
    this.#facts.outcome = showing.length === 0 ? 'kept' : 'written';
  }
}
