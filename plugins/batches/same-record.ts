/** The identical link in two calls: nothing tells the two apart, so one is enough. */

import {
  type CallRecord,
  type Confidence,
  distinctHex,
  ledgerOf,
  markerPrefix,
  type NextHex,
  type ProbeRecord,
  type ProbeScope,
  randomHex,
} from '../../core/index.js';
import type { ToolBatch } from '../../schemas/observations.gen.js';
import { type Attempt, attempt } from '../effect-checks/attempt.js';
import { CannotTell, type Check, demandPermission } from '../effect-checks/check.js';
import { type Holder, holdersOf } from '../effect-checks/holders.js';
import { Journal } from '../effect-checks/journal.js';
import { type LinkPlan, namesOfOurs } from '../effect-checks/link-plan.js';
import { saysNothingDone } from '../effect-checks/nothing-done.js';
import type { Reader } from '../effect-checks/reader.js';
import { haveOwnIds } from '../effect-checks/own-ids.js';
import { lookAt } from '../effect-checks/sights.js';
import { listed, shortened } from '../effect-checks/words.js';
import { Facts } from './facts.js';

export interface LinkInput {
  readonly scope: ProbeScope<'tool'>;
  /** All its references are ends of a link. */
  readonly plan: LinkPlan;
  readonly nextHex?: NextHex;
}

/** What a reader shows of the link. */
interface Count {
  readonly reader: Reader;
  readonly holders: readonly Holder[];
  readonly calls: readonly CallRecord[];
}

export class SameRecord implements Check<'tool.batch'> {
  readonly #scope: ProbeScope<'tool'>;
  readonly #plan: LinkPlan;
  readonly #nextHex: NextHex;
  readonly #journal = new Journal();
  readonly #facts: Facts;

  constructor({ scope, plan, nextHex = randomHex }: LinkInput) {
    this.#scope = scope;
    this.#plan = plan;
    this.#nextHex = distinctHex(nextHex);
    this.#facts = new Facts(plan.tool, 'same-record', this.#journal);
  }

  /** @throws CannotTell */
  async run(): Promise<void> {
    const { tool, references } = this.#plan;
    demandPermission(this.#scope, tool);
    const names = await namesOfOurs(this.#scope, this.#plan);
    const hex = this.#nextHex();
    this.#journal.markers.push(markerPrefix(hex));
    const record = this.#plan.record(hex, names);
    this.#facts.record = `the same link, ${listed(references.map(({ leaf }, at) => `${leaf.name} "${String(names[at])}"`))},`;
    this.#facts.way = 'in two calls';
    this.#facts.sent = 2;
    const first = await this.#write('write a link', record);
    if ('refused' in first)
      throw new CannotTell(`a link between records that exist fails: ${shortened(first.refused, 100)}`);
    const readers = await this.#plan.readers(this.#nextHex);
    const [shown] = (await this.#count(readers, record, names)).filter(({ holders }) => holders.length === 1);
    if (shown === undefined) throw new CannotTell('no read tool shows links so that they could be counted');
    const second = await this.#write('write the same link again', record);
    if ('refused' in second) return void (this.#facts.outcome = 'refused');
    const [again] = await this.#count([shown.reader], record, names);
    this.#judge(again, saysNothingDone(second.done));
  }

  data(): ToolBatch {
    return this.#facts.data();
  }

  basis(): string {
    return 'a link has nothing beside its ends that would tell it from the same one';
  }

  confidence(): Confidence {
    return 'medium';
  }

  evidence(): readonly CallRecord[] {
    return this.#journal.evidence;
  }

  #judge(again: Count | undefined, reported: boolean): void {
    const holders = again?.holders ?? [];
    const together = holders.filter(({ list }) => list === holders[0]?.list);
    this.#journal.keep(again?.calls ?? []);
    this.#journal.note('count the link', String(together.length));
    this.#facts.readers = again === undefined ? [] : [again.reader.name];
    this.#facts.times = together.length;
    const twice = together.length > 1 && !haveOwnIds(together.map(({ value }) => value));
    this.#facts.outcome = twice ? 'duplicate' : reported ? 'reported' : 'fine';
  }

  async #write(step: string, record: ProbeRecord): Promise<Attempt> {
    const { tool } = this.#plan;
    const came = await attempt(this.#scope, this.#journal, { step, tool, args: record.arguments });
    if ('done' in came) ledgerOf(this.#scope.catalog).add(tool, record, came.done);
    return came;
  }

  async #count(readers: readonly Reader[], record: ProbeRecord, names: readonly unknown[]): Promise<readonly Count[]> {
    const texts = names.map(String);
    const { all } = await lookAt(readers, [record], texts);
    return all.map(({ reader, result, calls }) => ({ reader, calls, holders: holdersOf(result ?? {}, texts) }));
  }
}
