/** When readiness cannot be measured there is a reason, and no number. */

import { expect, test } from 'vitest';
import { readinessOf } from '../../core/documents/readiness.js';
import { ServerError } from '../../core/session/port.js';
import { definePlugin } from '../../core/define.js';
import { runCases } from '../manifest/run.js';
import { measure, READ, tool } from './server.js';

const unmeasured = (run: Awaited<ReturnType<typeof measure>>): unknown => {
  expect(run.readiness).toBe(null);
  return run.error;
};

test('a run that does not ask for it has neither', async () => {
  const run = await measure(undefined, { readiness: false });
  expect([run.readiness, run.error]).toEqual([null, null]);
  expect((await measure(undefined, { readiness: false, scorer: 'readiness' })).report.score.value).toBe(null);
});

test('an incomplete catalog: its reason, and nothing is called', async () => {
  const run = await measure(({ method }) => (method === 'tools/list' ? { kind: 'timeout' } : undefined));
  expect(unmeasured(run)).toBe('transport-timeout');
  expect(run.sessions.flatMap(({ sent }) => sent).map(({ method }) => method)).toEqual(['tools/list']);
  expect(run.report.observations.map(({ kind }) => kind)).toEqual(['manifest.plan', 'readiness.surface']);
});

test.each([
  ['timeout', 'transport-timeout'],
  ['closed', 'transport-closed'],
  ['protocol', 'transport-error'],
] as const)('a connection of its own that fails with %s', async (fault, label) => {
  const refuse = (session: number) => (session === 2 ? new ServerError('no', undefined, fault) : undefined);
  expect(unmeasured(await measure(undefined, { refuse }))).toBe(label);
});

test('a fresh connection that fails ends the measurement', async () => {
  const run = await measure(({ args }) => (args['id'] === 'sample' ? { kind: 'closed' } : undefined), {
    refuse: (session) => (session === 3 ? new ServerError('no', undefined, 'closed') : undefined),
  });
  expect(unmeasured(run)).toBe('transport-closed');
});

test.each([1, 5, 12, 20])('a budget that ends after %i requests', async (maxRequests) => {
  const run = await measure(undefined, { tools: [READ, tool('other')], maxRequests });
  expect(unmeasured(run)).toBe('evaluation-budget-exceeded');
  expect(run.faults).toEqual([]);
  expect(run.sessions.flatMap(({ sent }) => sent)).toHaveLength(maxRequests);
});

test('a battery that nobody got to was kept out by the budget', async () => {
  const { report } = await measure();
  const begun = report.observations.filter(({ kind }) => !kind.startsWith('readiness.'));
  expect(readinessOf({ ...report, observations: begun })).toEqual({
    readiness: null,
    error: 'evaluation-budget-exceeded',
  });
});

test('a battery that failed itself is told as such', async () => {
  const breaks = definePlugin({
    name: 'breaks',
    apply({ hooks }) {
      hooks.call.tap('breaks', ({ method, plugin }) =>
        plugin === 'readiness' && method === 'ping' ? { outcome: 'refused', ms: 0, reason: 'not now' } : undefined,
      );
    },
  });
  const run = await measure(undefined, { plugins: [breaks] });
  expect(unmeasured(run)).toBe('transport-error');
  expect(run.faults.map(({ plugin }) => plugin)).toEqual(['readiness']);
});

test('it changes nothing about the gate', async () => {
  const run = await runCases([], () => ({ kind: 'closed' }), { readiness: true });
  expect(run.report.score).toMatchObject({ scorer: 'gate', value: 1 });
});
