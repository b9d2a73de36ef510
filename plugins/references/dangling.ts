/** A reference to nothing: it may be refused, or reported, but not be stored as if it led somewhere. */

import {
  type CallRecord,
  type Confidence,
  distinctHex,
  idName,
  isObject,
  type Leaf,
  ledgerOf,
  makeRecord,
  markerPrefix,
  markersOf,
  type NextHex,
  type ProbeRecord,
  type ProbeScope,
  randomHex,
} from '../../core/index.js';
import type { ToolReference } from '../../schemas/observations.gen.js';
import { type Attempt, attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { holdersOf } from '../effect-checks/holders.js';
import { Journal } from '../effect-checks/journal.js';
import { type LinkPlan, namesOfOurs } from '../effect-checks/link-plan.js';
import { saysNothingDone } from '../effect-checks/nothing-done.js';
import type { Reader } from '../effect-checks/reader.js';
import type { Reference } from '../effect-checks/references.js';
import { lookAt } from '../effect-checks/sights.js';
import { OwnStore } from '../effect-checks/stores.js';
import { listed, shortened } from '../effect-checks/words.js';
import { allowsMissing, demandsExisting, isMarked } from './contract.js';

export interface DanglingInput {
  readonly scope: ProbeScope<'tool'>;
  readonly plan: LinkPlan;
  readonly nextHex?: NextHex;
}

export class Dangling implements Check<'tool.reference'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #plan: LinkPlan;
  readonly #nextHex: NextHex;
  readonly #journal = new Journal();
  readonly #names: readonly string[];
  #outcome: ToolReference['outcome'] = 'unknown';
  #sent = '';
  #way = '';
  #readers: readonly string[] = [];

  constructor({ scope, plan, nextHex = randomHex }: DanglingInput) {
    this.#scope = scope;
    this.#plan = plan;
    this.#nextHex = distinctHex(nextHex);
    this.#names = plan.references.map(({ leaf }) => leaf.name);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { tool, references } = this.#plan;
    demandPermission(this.#scope, tool);
    if (allowsMissing(tool, this.#names)) return void (this.#outcome = 'allowed');
    const invented = this.#plan.invented(() => this.#hex());
    this.#sent = listed(references.map(({ leaf }, at) => `${leaf.name} "${String(invented[at])}"`));
    const record = this.#plan.record(this.#hex(), invented);
    const came = await this.#write('write, references to nothing', record);
    if ('refused' in came) return void (this.#outcome = 'refused');
    if (saysNothingDone(came.done)) return void (this.#outcome = 'reported');
    const readers = await this.#plan.readers(this.#nextHex);
    const names = invented.map(String);
    const seen = await lookAt(readers, [record], [...names, ...markersOf(record)]);
    const showing = seen.all.filter(({ shown }) => names.some((name) => shown.has(name)));
    if (showing.length === 0) return this.#notShown(readers);
    this.#readers = showing.map(({ reader }) => reader.name);
    this.#journal.keep(showing.flatMap(({ calls }) => calls));
    this.#journal.note('look for the reference', 'shown', listed(this.#readers));
    if (
      showing.some(({ result }) =>
        names.some((name) => holdersOf(result ?? {}, [name]).some(({ value }) => isMarked(value))),
      )
    )
      return void (this.#outcome = 'allowed');
    this.#outcome = (await this.#wereCreated(invented)) ? 'created' : 'stored';
    this.#way = `${listed(this.#readers)} ${this.#readers.length === 1 ? 'shows' : 'show'} it`;
  }

  data(): ToolReference {
    return {
      check: 'reference',
      tool: this.#plan.tool.name,
      id: '',
      arguments: [...this.#names],
      sent: this.#sent,
      outcome: this.#outcome,
      way: this.#outcome === 'stored' || this.#outcome === 'dropped' ? this.#way : '',
      readers: [...this.#readers],
      markers: [...this.#journal.markers],
      summary: SUMMARY[this.#outcome] ?? '',
      details: this.#journal.details,
    };
  }

  basis(): string {
    const kinds = [...new Set(this.#plan.references.map(({ store }) => store.tool.name))];
    return `${listed(this.#names)} ${this.#names.length === 1 ? 'names' : 'name'} what ${listed(kinds)} stores`;
  }

  confidence(): Confidence {
    const { tool, references } = this.#plan;
    if (this.#outcome === 'dropped') return 'medium';
    const certain = references.every(({ isEnd }) => isEnd) || demandsExisting(tool, this.#names);
    return certain && !references.some(({ isActor }) => isActor) ? 'high' : 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#journal.evidence;
  }

  #hex(): string {
    const hex = this.#nextHex();
    this.#journal.markers.push(markerPrefix(hex));
    return hex;
  }

  async #write(step: string, record: ProbeRecord): Promise<Attempt> {
    const { tool } = this.#plan;
    const came = await attempt(this.#scope, this.#journal, { step, tool, args: record.arguments });
    if ('done' in came) ledgerOf(this.#scope.catalog).add(tool, record, came.done);
    return came;
  }

  /** Whether the tool made the records that were named: then nothing dangles. */
  async #wereCreated(invented: readonly unknown[]): Promise<boolean> {
    for (const [at, reference] of this.#plan.references.entries())
      if (await this.#exists(reference, invented[at])) return true;
    return false;
  }

  async #exists({ store }: Reference, name: unknown): Promise<boolean> {
    const { plan, keys } = store.form;
    const given = (leaf: Leaf): unknown => (keys.has(leaf.path) ? name : undefined);
    const record = makeRecord(plan, keys, this.#nextHex(), { given });
    const keyNames = new Set(['id', ...record.fields.filter(({ isKey }) => isKey).map((field) => idName(field.name))]);
    const { all } = await lookAt(new OwnStore(this.#scope, store).readers, [record], [String(name)]);
    const isRecord = (value: unknown): boolean =>
      isObject(value) && Object.entries(value).some(([member, own]) => own === name && keyNames.has(idName(member)));
    return all.some(
      ({ exists, result }) => exists || holdersOf(result ?? {}, [String(name)]).some(({ value }) => isRecord(value)),
    );
  }

  /** Nobody shows the reference: it was dropped, if one to records of ours does show. */
  async #notShown(readers: readonly Reader[]): Promise<void> {
    this.#journal.note('look for the reference', 'not shown');
    const names = await namesOfOurs(this.#scope, this.#plan);
    const record = this.#plan.record(this.#hex(), names);
    const came = await this.#write('write, references to records of ours', record);
    if ('refused' in came)
      throw new CannotTell(
        `no read tool shows the reference, and one to records that exist fails: ${shortened(came.refused, 100)}`,
      );
    const texts = [...names.map(String), ...(names.length > 1 ? [] : markersOf(record).slice(0, 1))];
    const { all } = await lookAt(readers, [record], [...texts, ...markersOf(record)]);
    const showing = all.filter(({ result }) => holdersOf(result ?? {}, texts).length > 0);
    if (texts.length < 2 || showing.length === 0) throw new CannotTell('no read tool shows such references');
    this.#readers = showing.map(({ reader }) => reader.name);
    this.#journal.keep(showing.flatMap(({ calls }) => calls));
    this.#outcome = 'dropped';
    this.#way = `dropped it: ${listed(this.#readers)} ${this.#readers.length === 1 ? 'shows' : 'show'} one to records that exist only`;
  }
}

const SUMMARY: Partial<Record<ToolReference['outcome'], string>> = {
  refused: 'a reference to nothing is refused',
  reported: 'the answer says that nothing was done',
  allowed: 'the tool says that what is referred to may be missing',
  created: 'what was referred to is made',
};
