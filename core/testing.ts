/**
 * Tests of rules and probes without a server: `import { testRule, testProbe } from 'toolscore/testing'`. Works under
 * vitest, node:test and every runner that has a global `test`. Strict, so that a good test is the easy one.
 */

import { observe, type ProbeSetting, type Script, type Seen, type SeenObservation } from './author/observe.js';
import {
  type ExpectedObservation,
  notWorth,
  type ProbeCase,
  probeCaseFaults,
  type ProbeCases,
  type ProbeUnderTest,
  probeUnderTest,
} from './author/probe-test.js';
import type { FakeServer, Replies } from './author/fake-server.js';
import { type Delivery, reply, type Reply } from './author/reply.js';
import type { Plugin } from './define.js';
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

export { observe, reply };
export type { FailCase, InconclusiveCase, PassCase, RuleCases };
export type { ExpectedObservation, ProbeCase, ProbeCases };
export type { Delivery, FakeServer, ProbeSetting, Replies, Reply, Script, Seen, SeenObservation };

/** Declares one test of a runner. */
export type DeclareTest = (name: string, body: () => Promise<void>) => void;

export interface TestTools {
  /** Left out: the global `test` or `it`, else that of vitest when it runs, else that of node:test. */
  readonly test?: DeclareTest;
  /** Judges rules of an engine that a plugin brings. */
  readonly judge?: AskEngine;
}

/**
 * Tests one rule. By its id: one of the pack in whose folder the tests run, with or without the pack's namespace, or a
 * built-in one. By the path of its YAML file, or of the probe that brings it, with `#id` when that holds several. A rule
 * in code as itself. Paths are found from where the tests run; a `file:` URL is found from anywhere.
 * @throws Error at once when the cases are not worth running: none that passes or none that fails, two with the same
 * data, a failing one without its full message
 */
export function testRule(rule: string | URL | RuleInput, cases: RuleCases, tools: TestTools = {}): void {
  const name = typeof rule === 'object' && !(rule instanceof URL) ? rule.id : String(rule);
  const faults = caseFaults(cases);
  if (faults.length > 0) throw new Error(notWorth(name, faults));
  const declare = tools.test ?? runnersTest;
  let loading: Promise<Subject> | undefined;
  const subject = (): Promise<Subject> => (loading ??= testSubject(rule, cases, tools.judge));

  for (const one of cases.pass) declare(`${name} passes: ${one.name}`, async () => (await subject()).pass(one));
  for (const one of cases.fail) declare(`${name} fails: ${one.name}`, async () => (await subject()).fail(one));
  for (const one of cases.inconclusive ?? [])
    declare(`${name} is inconclusive: ${one.name}`, async () => (await subject()).inconclusive(one));
}

/**
 * Tests a probe: which observations come out of which answers, and which reasons when it cannot look. The probe is the
 * path or `file:` URL of its file, with `#name` when that holds several, or the plugin itself. It runs in the kernel, so
 * the write gate decides what it may call.
 * @throws Error at once when the cases are not worth running: none, two with the same script, an observation without
 * its data or its reason
 */
export function testProbe(probe: Plugin | string | URL, cases: ProbeCases, tools: Pick<TestTools, 'test'> = {}): void {
  const name = typeof probe === 'object' && !(probe instanceof URL) ? probe.name : String(probe);
  const faults = probeCaseFaults(cases);
  if (faults.length > 0) throw new Error(notWorth(name, faults));
  const declare = tools.test ?? runnersTest;
  let finding: Promise<ProbeUnderTest> | undefined;
  for (const one of cases.cases)
    declare(`${name}: ${one.name}`, async () => (await (finding ??= probeUnderTest(probe, cases))).run(one));
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
