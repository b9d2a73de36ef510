/** Calls a tool without and with the parameter that should bound its answer. Spec: scorecard 2.6. */

import {
  type Confidence,
  isPartial,
  isRequired,
  type JsonObject,
  type ProbeScope,
  type Tool,
} from '../../core/index.js';
import type { ToolBound } from '../../schemas/observations.gen.js';
import { failureAdvice, ask, isNamed, startingArguments } from '../effect-checks/call.js';
import { CannotTell, type Check, demandPermission, type Detail, observeCheck } from '../effect-checks/check.js';
import { counted, shortened } from '../effect-checks/words.js';
import { type Counter, counterFor } from './count.js';
import { boundedAnything, judgeBound, type Whole } from './judgement.js';
import { type BoundCheck, boundChecks } from './plan.js';
import { deviating, isCounted, triesAsData, type Try, type Uncounted } from './tries.js';
import { comparisonOf, passWords, tooFewWords, wanted } from './words.js';

type Scope = ProbeScope<'tool'>;

/** One observation for each bound of the tool. */
export async function look(scope: Scope): Promise<void> {
  const { tool } = scope.subject;
  if (!isNamed(tool, scope.catalog)) return;
  for (const check of boundChecks(tool, scope.effects))
    await observeCheck(scope, 'tool.bound', new Bound(scope, check));
}

/** What came back for one value, before it is known how to count. */
type Answered = Uncounted | { readonly kind: 'answered'; readonly value: number; readonly result: JsonObject };

class Bound implements Check<'tool.bound'> {
  readonly #scope: Scope;
  readonly #tool: Tool;
  readonly #check: BoundCheck;
  /** The parameter as messages name it. */
  readonly #name: string;
  readonly #details: Detail[] = [];
  #counter: Counter | undefined;
  #whole: Whole = { all: undefined, partial: false };
  #tries: readonly Try[] = [];

  constructor(scope: Scope, check: BoundCheck) {
    this.#scope = scope;
    this.#tool = scope.subject.tool;
    this.#check = check;
    this.#name = shortened(check.param);
  }

  async run(): Promise<void> {
    const { param, values, untriable } = this.#check;
    demandPermission(this.#scope, this.#tool);
    if (untriable !== undefined) throw new CannotTell(untriable);
    const args = await this.#arguments();
    const all = isRequired(this.#tool, param) ? undefined : await this.#askForAll(args);
    const answers: Answered[] = [];
    for (const value of values) answers.push(await this.#askFor(value, args));
    this.#count(all, answers);
    await this.#confirm(args);
    this.#conclude();
  }

  data(): ToolBound {
    const { id, param, expect } = this.#check;
    return {
      check: 'bound',
      tool: this.#tool.name,
      id,
      param,
      expect,
      unit: this.#unit,
      all: this.#whole.all?.length ?? null,
      tries: triesAsData(this.#tries),
      deviation: deviating(this.#tries)[0]?.deviation ?? 'none',
      comparison: comparisonOf(this.#check, this.#whole, this.#unit, this.#tries),
      summary: passWords(this.#check, this.#tries),
      details: this.#details,
    };
  }

  basis(): string {
    const basis = this.#check.declared ? 'declared in the probe config' : 'built-in bound';
    return this.#counter?.prose === true ? `${basis}, counted in lines of prose` : basis;
  }

  confidence(): Confidence {
    // Whether a line of prose is an item nobody knows but the author, who can say `unit: lines`.
    if (this.#counter?.prose === true) return 'low';
    return this.#check.declared ? 'high' : 'medium';
  }

  /** What every call sends besides the parameter itself. */
  async #arguments(): Promise<JsonObject> {
    const { param, values, args } = this.#check;
    const given = isRequired(this.#tool, param) ? withMember(args, param, values[0]) : args;
    return without(await startingArguments(this.#scope, this.#tool, given), param);
  }

  async #askForAll(args: JsonObject): Promise<JsonObject> {
    const answer = await ask(this.#scope, this.#tool, args);
    if (answer.kind === 'answered') return answer.result;
    this.#note(`without ${this.#name}`, answer.kind, answer.reason);
    throw new CannotTell(failureAdvice(`the call without ${this.#name}`, answer.reason, this.#tool));
  }

  async #askFor(value: number, args: JsonObject): Promise<Answered> {
    const answer = await ask(this.#scope, this.#tool, withMember(args, this.#check.param, value));
    if (answer.kind === 'answered') return { ...answer, value };
    return { kind: answer.kind === 'refused' && value === 0 ? 'refused' : 'untold', value, reason: answer.reason };
  }

  /** Counts all answers in one way, and holds each against what its value allows. */
  #count(all: JsonObject | undefined, answers: readonly Answered[]): void {
    const results = answers.flatMap((one) => (one.kind === 'answered' ? [one.result] : []));
    const fullest = all ?? results.at(-1);
    if (fullest !== undefined) this.#counter = counterFor(this.#check, fullest, results);
    const whole = all === undefined ? undefined : this.#counter?.of(all);
    if (whole !== undefined) this.#note(`without ${this.#name}`, counted(whole.length, this.#unit));
    this.#whole = { all: whole, partial: all !== undefined && isPartial(all, whole?.length ?? 0) };
    this.#tries = answers.map((one) => this.#tryOf(one));
  }

  #tryOf(answered: Answered): Try {
    const { value } = answered;
    const step = `${this.#name} ${value}`;
    if (answered.kind !== 'answered') {
      this.#note(step, answered.kind === 'refused' ? 'refused' : 'failed', answered.reason);
      return answered;
    }
    const items = this.#counter?.of(answered.result);
    if (items === undefined) {
      const reason = 'its answer has another form than the one it is held against';
      this.#note(step, 'not countable', reason);
      return { kind: 'untold', value, reason };
    }
    const judged = judgeBound(this.#check.expect, this.#whole, { value, items });
    this.#note(step, counted(items.length, this.#unit), wanted(this.#check, this.#whole, judged));
    return { kind: 'counted', ...judged };
  }

  /** What fails only against the whole fails only if that is still the same: the data may be changing. */
  async #confirm(args: JsonObject): Promise<void> {
    if (!deviating(this.#tries).some(({ restsOnAll }) => restsOnAll)) return;
    if (await this.#isUnchanged(args)) return;
    if (deviating(this.#tries).every(({ restsOnAll }) => restsOnAll)) {
      throw new CannotTell(
        `what it returns without ${this.#name} changed while it was read, so nothing can be told; run it against a server at rest`,
      );
    }
    this.#tries = this.#tries.map((one) => (isCounted(one) && one.restsOnAll ? { ...one, deviation: 'none' } : one));
  }

  async #isUnchanged(args: JsonObject): Promise<boolean> {
    const { all = [] } = this.#whole;
    const answer = await ask(this.#scope, this.#tool, args);
    const again = answer.kind === 'answered' ? this.#counter?.of(answer.result) : undefined;
    const unchanged = again?.length === all.length && again.every((item, at) => item === all[at]);
    this.#note(
      `without ${this.#name}, again`,
      unchanged ? 'unchanged' : 'changed',
      'reason' in answer ? answer.reason : '',
    );
    return unchanged;
  }

  /** When no value deviates, that is only a pass if each was told and something was bounded. */
  #conclude(): void {
    if (deviating(this.#tries).length > 0) return;
    const untold = this.#tries.find((one): one is Uncounted => one.kind === 'untold');
    if (untold !== undefined) throw new CannotTell(`${this.#name} ${untold.value} tells nothing: ${untold.reason}`);
    if (!boundedAnything(this.#whole, this.#tries.filter(isCounted)))
      throw new CannotTell(tooFewWords(this.#check, this.#whole, this.#unit, this.#tries));
  }

  get #unit(): ToolBound['unit'] {
    return this.#counter?.unit ?? (this.#check.unit === 'lines' ? 'lines' : 'items');
  }

  #note(step: string, outcome: string, note = ''): void {
    this.#details.push({ step, outcome, note });
  }
}

/** Not by assignment: a parameter may be called `__proto__`. */
function withMember(args: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(without(args, name)), [name, value]]);
}

function without(args: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([member]) => member !== name));
}
