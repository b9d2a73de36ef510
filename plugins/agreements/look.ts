/** Makes both calls of each agreement of a tool, and again when they disagree. Spec: scorecard 2.7. */

import {
  type Agreement,
  type Confidence,
  type JsonObject,
  pause,
  type ProbeScope,
  type Tool,
} from '../../core/index.js';
import type { ToolAgreement } from '../../schemas/observations.gen.js';
import { failureAdvice, ask, isNamed, startingArguments } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, type Detail, observeCheck } from '../effect-checks/check.js';
import { counted, shortened } from '../effect-checks/words.js';
import { type Difference, differencesOf, differenceWords, isSame } from './compare.js';
import { demandRecords, type SideItems, sideItems, type SideKeys, sideKeys } from './side.js';

type Scope = ProbeScope<'tool'>;

/** One observation for each agreement whose left call is of this tool. */
export async function look(scope: Scope, settleMs: readonly number[]): Promise<void> {
  const { tool } = scope.subject;
  if (!isNamed(tool, scope.catalog)) return;
  for (const agreement of scope.effects.agreements.filter(({ left }) => left.tool === tool.name))
    await observeCheck(scope, 'tool.agreement', new Agreeing(scope, agreement, settleMs));
}

/** One look at both sides. */
interface Sides {
  readonly left: SideItems & SideKeys;
  readonly right: SideItems & SideKeys;
}

class Agreeing implements Check<'tool.agreement'> {
  readonly #scope: Scope;
  readonly #agreement: Agreement;
  readonly #settleMs: readonly number[];
  readonly #details: Detail[] = [];
  #sides: Sides | undefined;
  #differences: readonly Difference[] | undefined;

  constructor(scope: Scope, agreement: Agreement, settleMs: readonly number[]) {
    this.#scope = scope;
    this.#agreement = agreement;
    this.#settleMs = settleMs;
  }

  async run(): Promise<void> {
    const { left, right } = this.#agreement;
    const calls = { left: await this.#prepare('left', left), right: await this.#prepare('right', right) };
    const first = await this.#read(calls);
    this.#demandSomething(first);
    let changed = false;
    let last = first;
    for (const ms of this.#settleMs) {
      if (this.#differences?.length === 0) break;
      await pause(ms, this.#scope.signal);
      this.#note(`waited ${ms} ms`, 'asking both again');
      last = await this.#read(calls);
      changed ||= !isSame(first.left.keys, last.left.keys) || !isSame(first.right.keys, last.right.keys);
    }
    if (this.#differences?.length === 0) return;
    this.#demandRest(last, changed);
  }

  data(): ToolAgreement {
    const { id = '', left, right, expect = 'subset', unit = 'auto' } = this.#agreement;
    const side = (name: string, keys: SideKeys | undefined): ToolAgreement['left'] => ({
      tool: name,
      items: keys?.keys.length ?? null,
      ignored: keys?.ignored ?? 0,
    });
    return {
      check: 'agreement',
      tool: left.tool,
      id,
      expect,
      unit,
      field: left.field ?? right.field ?? '',
      left: side(left.tool, this.#sides?.left),
      right: side(right.tool, this.#sides?.right),
      differences: this.#differences?.length ?? null,
      comparison: differenceWords(this.#differences ?? []),
      summary: this.#summary(),
      details: this.#details,
    };
  }

  basis(): string {
    return 'declared in the probe config';
  }

  confidence(): Confidence {
    return 'high';
  }

  /** The tool of a side and what it is called with. */
  async #prepare(side: keyof Sides, { tool: name, args }: Agreement['left']): Promise<Prepared> {
    const tool = this.#scope.catalog.tools.find((one) => one.name === name);
    if (tool === undefined) throw new CannotTell(`the server has no tool "${name}"`);
    demandPermission(this.#scope, tool);
    return { tool, name: `${shortened(name)} (${side})`, args: await startingArguments(this.#scope, tool, args) };
  }

  async #read(calls: Readonly<Record<keyof Sides, Prepared>>): Promise<Sides> {
    const { left: leftCall, right: rightCall, expect = 'subset' } = this.#agreement;
    const left = await this.#ask(calls.left);
    const right = await this.#ask(calls.right);
    const field = leftCall.field ?? rightCall.field;
    demandRecords(left, right, field);
    demandRecords(right, left, field);
    this.#sides = {
      left: { ...left, ...sideKeys(left, leftCall.field, rightCall.field) },
      right: { ...right, ...sideKeys(right, rightCall.field, leftCall.field) },
    };
    for (const { name, keys, ignored } of [this.#sides.left, this.#sides.right])
      this.#note(name, counted(keys.length, 'items'), ignored === 0 ? '' : `${ignored} without the field left out`);
    this.#differences = differencesOf(this.#sides.left.keys, this.#sides.right.keys, expect);
    return this.#sides;
  }

  async #ask({ tool, name, args }: Prepared): Promise<SideItems> {
    const answer = await ask(this.#scope, tool, args);
    if (answer.kind === 'answered') return sideItems(name, answer.result, this.#agreement.unit ?? 'auto');
    this.#note(name, answer.kind, answer.reason);
    throw new CannotTell(`${failureAdvice(name, answer.reason, tool)}, or with args in the agreement`);
  }

  /** Nothing agrees with everything. */
  #demandSomething({ left, right }: Sides): void {
    const nothing =
      this.#agreement.expect === 'equal' ? left.keys.length + right.keys.length === 0 : left.keys.length === 0;
    if (!nothing) return;
    const who = this.#agreement.expect === 'equal' ? 'both sides return' : `${left.name} returns`;
    throw new CannotTell(
      `${who} no items, which proves nothing; give arguments that find some, or run it against a server that holds some`,
    );
  }

  /** A difference is one only between lists that are whole and at rest. */
  #demandRest({ left, right }: Sides, changed: boolean): void {
    if (changed)
      throw new CannotTell('what the two calls return changes from read to read; run it against a server at rest');
    const page = right.partial ? right : this.#agreement.expect === 'equal' && left.partial ? left : undefined;
    if (page !== undefined)
      throw new CannotTell(`${page.name} says that there is more than it returned; give it arguments that return all`);
  }

  #summary(): string {
    if (this.#sides === undefined) return '';
    const { left, right } = this.#sides;
    const [l, r] = [counted(left.keys.length, 'items'), counted(right.keys.length, 'items')];
    return this.#agreement.expect === 'equal'
      ? `both return the same ${l}`
      : `the ${l} of ${left.name} ${left.keys.length === 1 ? 'is' : 'are'} among the ${r} of ${right.name}`;
  }

  #note(step: string, outcome: string, note = ''): void {
    this.#details.push({ step, outcome, note });
  }
}

interface Prepared {
  readonly tool: Tool;
  readonly name: string;
  readonly args: JsonObject;
}
