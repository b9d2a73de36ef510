/**
 * Tests of rules without a server: `import { testRule } from 'toolscore/testing'`. Works under vitest, node:test and
 * every runner that has a global `test`. Strict, so that a good test is the easy one.
 */

import type { RuleInput } from './model.js';
import type { AskEngine } from './rules/judge-observation.js';
import {
  caseFaults,
  type FailCase,
  type InconclusiveCase,
  type PassCase,
  type RuleCases,
  type Subject,
  testSubject,
} from './rules/rule-test.js';

export type { FailCase, InconclusiveCase, PassCase, RuleCases };

/** Declares one test of a runner. */
export type DeclareTest = (name: string, body: () => Promise<void>) => void;

export interface TestTools {
  /** Left out: the global `test` or `it`, else that of vitest when it runs, else that of node:test. */
  readonly test?: DeclareTest;
  /** Judges rules of an engine that a plugin brings. */
  readonly judge?: AskEngine;
}

/**
 * Tests one rule: a built-in one by its id, another by the path of its YAML file (with `#id` when it holds several), a
 * rule in code as itself. Paths are found from where the tests run; a `file:` URL is found from anywhere.
 * @throws Error at once when the cases are not worth running: none that passes or none that fails, two with the same
 * data, a failing one without its full message
 */
export function testRule(rule: string | URL | RuleInput, cases: RuleCases, tools: TestTools = {}): void {
  const name = typeof rule === 'object' && !(rule instanceof URL) ? rule.id : String(rule);
  const faults = caseFaults(cases);
  if (faults.length > 0)
    throw new Error([`The test of ${name} is not worth running:`, ...faults.map((fault) => `- ${fault}`)].join('\n'));
  const declare = tools.test ?? runnersTest;
  let loading: Promise<Subject> | undefined;
  const subject = (): Promise<Subject> => (loading ??= testSubject(rule, cases, tools.judge));

  for (const one of cases.pass) declare(`${name} passes: ${one.name}`, async () => (await subject()).pass(one));
  for (const one of cases.fail) declare(`${name} fails: ${one.name}`, async () => (await subject()).fail(one));
  for (const one of cases.inconclusive ?? [])
    declare(`${name} is inconclusive: ${one.name}`, async () => (await subject()).inconclusive(one));
}

/** Which runner this is can be known once and for all; finding it out may need an import. */
const runnersTest = await findTest();

async function findTest(): Promise<DeclareTest> {
  const { test, it } = globalThis as { test?: unknown; it?: unknown };
  const found = test ?? it;
  if (typeof found === 'function') return found as DeclareTest;
  // Not a literal: a bundler must not look for a package that only some users have.
  const module: string = process.env['VITEST'] === undefined ? 'node:test' : 'vitest';
  return ((await import(module)) as { test: DeclareTest }).test;
}
