/** What `testRule` checks, apart from the runner it runs under. */

import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.js';

import type { Observation, Rule, RuleInput, Verdict } from '../model.js';
import { describeProblems, type Locate } from '../origin.js';
import { checkRule, engineOf } from './check-rule.js';
import { checkShapeInCode } from './check-shape.js';
import { judgeCode } from './judge-code.js';
import { type AskEngine, judgeObservation } from './judge-observation.js';
import { judgeWhen } from './json-logic.js';
import { makeRule } from './make-rule.js';
import { sourceOf } from './source.js';
import { parseTemplate, unfilled } from './template.js';
import { findTested } from './tested-rule.js';

export interface PassCase {
  /** What the case is about, in words. */
  readonly name: string;
  /** What the probe saw. Fits the schema of the observation. */
  readonly data: JsonObject;
  /** Laid over the rule's options. */
  readonly options?: JsonObject;
}

export interface FailCase extends PassCase {
  /** The whole message, filled. */
  readonly message: string;
  /** The whole fix, filled. Left out: only that it is filled is checked. */
  readonly fix?: string;
}

export interface InconclusiveCase extends PassCase {
  /** The path of `requires` that the data lacks. */
  readonly missing: string;
}

export interface RuleCases {
  /** The kind of observation the rule reads. */
  readonly observes: string;
  /**
   * JSON Schema of the observation, its file, or the file of the probe that emits it. Left out: that of the built-in
   * kind, or of a probe of the rule's pack.
   */
  readonly schema?: JsonObject | string | URL;
  readonly pass: readonly PassCase[];
  readonly fail: readonly FailCase[];
  readonly inconclusive?: readonly InconclusiveCase[];
}

/** A rule that is ready to be tested. */
export interface Subject {
  pass(one: PassCase): void;
  fail(one: FailCase): void;
  inconclusive(one: InconclusiveCase): void;
}

/** Why these cases prove nothing, one sentence for each reason. */
export function caseFaults({ pass, fail, inconclusive = [] }: RuleCases): readonly string[] {
  const faults: string[] = [];
  if (pass.length === 0) faults.push('no case passes: a rule that always fires would go unnoticed.');
  if (fail.length === 0) faults.push('no case fails: a rule that never fires would go unnoticed.');
  for (const { name, message } of fail) {
    if (typeof message !== 'string' || message.trim() === '')
      faults.push(`the failing case "${name}" has no message: write the whole message a user would read.`);
  }
  const all = [...pass, ...fail, ...inconclusive];
  for (const [index, one] of all.entries()) {
    const same = all
      .slice(0, index)
      .find((other) => isDeepStrictEqual([other.data, other.options ?? {}], [one.data, one.options ?? {}]));
    if (same !== undefined)
      faults.push(`"${same.name}" and "${one.name}" have the same data: one of them proves nothing.`);
    if (all.slice(0, index).some((other) => other.name === one.name))
      faults.push(`two cases are called "${one.name}".`);
  }
  return faults;
}

/**
 * Finds, loads and checks the rule.
 * @throws Error when there is no such rule or schema, or the rule has problems
 */
export async function testSubject(
  from: string | URL | RuleInput,
  cases: RuleCases,
  judge?: AskEngine,
): Promise<Subject> {
  const { rule: input, schema: find } = await findTested(from);
  if (input.observes !== cases.observes)
    throw new Error(`${input.id} observes "${input.observes}", the test says "${cases.observes}".`);
  const schema = await find(cases.schema);
  const problems = [...(await checkShapeInCode(input)), ...(await checkRule(input, schema))];
  if (problems.length > 0) throw new Error(describeProblems(problems, locatorOf(input)).join('\n'));
  return subjectOf(input, await fits(schema), judge ?? builtInEngine(input));
}

function subjectOf(input: RuleInput, misfit: Misfit, ask: AskEngine): Subject {
  const judged = (one: PassCase): { readonly rule: Rule; readonly verdict: Verdict } => {
    const rule = ruleFor(input, one);
    return { rule, verdict: judgeUnchanged(rule, one, ask) };
  };
  const fitting = ({ data }: PassCase): void => {
    const fault = misfit(data);
    if (fault !== undefined) throw new Error(`the data does not fit the schema of ${input.observes}: ${fault}`);
  };
  return {
    pass(one) {
      fitting(one);
      const { verdict } = judged(one);
      same(verdict.outcome, 'pass', verdict.message ?? verdict.reason ?? 'the outcome');
    },
    fail(one) {
      fitting(one);
      const { rule, verdict } = judged(one);
      same(verdict.outcome, 'fail', verdict.reason ?? 'the rule stays quiet');
      for (const text of [rule.message, rule.fix]) {
        const [gap] = unfilled(parseTemplate(text), one.data, rule.options);
        if (gap !== undefined) throw new Error(`nothing fills ${gap} in "${text}"`);
      }
      same(verdict.message, one.message, 'the message');
      if (one.fix !== undefined) same(verdict.fix, one.fix, 'the fix');
    },
    inconclusive(one) {
      const { rule, verdict } = judged(one);
      if (!rule.requires.includes(one.missing))
        throw new Error(`requires does not list "${one.missing}"; it lists: ${rule.requires.join(', ') || 'nothing'}`);
      same(verdict.outcome, 'inconclusive', verdict.message ?? 'the outcome');
      same(verdict.reason, `${rule.observes} lacks "${one.missing}"`, 'the reason');
    },
  };
}

/** Judges twice: a verdict must depend on nothing but data and options, and must leave both as they were. */
function judgeUnchanged(rule: Rule, { data }: PassCase, ask: AskEngine): Verdict {
  // Not frozen: a rule that changes its input must be seen doing it.
  const copy = structuredClone(data);
  const observation: Observation = {
    number: 0,
    kind: rule.observes,
    subject: { kind: 'test', name: 'test' },
    state: 'observed',
    data: copy,
    evidence: [],
    probe: 'test',
  };
  const failed = (error: unknown): never => {
    throw new Error(`the rule failed: ${String(error)}`, { cause: error });
  };
  const first = judgeObservation(rule, observation, ask, failed);
  if (!isDeepStrictEqual(copy, data))
    throw new AssertionError({
      message: 'the rule changes its input',
      actual: copy,
      expected: data,
      operator: 'deepStrictEqual',
    });
  const second = judgeObservation(rule, observation, ask, failed);
  same(second.outcome, first.outcome, 'the outcome when it judges again');
  return first;
}

function same(actual: unknown, expected: unknown, what: string): void {
  if (actual === expected) return;
  throw new AssertionError({
    message: `${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`,
    actual,
    expected,
    operator: 'strictEqual',
  });
}

function ruleFor(input: RuleInput, { options = {} }: PassCase): Rule {
  const defaults = input.options ?? {};
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined)
    throw new Error(`${input.id} has no option "${unknown}"; it has: ${Object.keys(defaults).join(', ') || 'none'}`);
  return makeRule(input, {
    id: input.id,
    plugin: 'test',
    toggle: input.severity,
    // A copy, so that a rule that changes its options cannot make the next case pass.
    options: structuredClone({ ...defaults, ...options }),
    origin: { source: 'test' },
    page: undefined,
  });
}

function builtInEngine(input: RuleInput): AskEngine {
  const engine = engineOf(input);
  if (engine === 'json-logic') return judgeWhen;
  if (engine === 'code') return judgeCode;
  throw new Error(
    `rules of the engine "${engine}" are judged by a plugin: give its function as { judge } in the third argument.`,
  );
}

export type Misfit = (data: JsonObject) => string | undefined;

/** Compiling a schema takes longer than everything else of a test. */
const compiled = new WeakMap<JsonObject, Misfit>();

/** Tells what of the data does not fit. Loads ajv. */
export async function fits(schema: JsonObject): Promise<Misfit> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  // Schemas say more than JSON Schema knows: which of their members identify a finding.
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  const misfit: Misfit = (data) =>
    validate(data)
      ? undefined
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`).join('; ');
  compiled.set(schema, misfit);
  return misfit;
}

function locatorOf(input: RuleInput): Locate {
  return sourceOf(input)?.locate ?? (() => ({ source: input.id }));
}
