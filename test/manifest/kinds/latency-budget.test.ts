import { expect, test } from 'vitest';
import { caseOf, runCases } from '../run.js';

const CASE = caseOf('latency-budget', { tool: 'read', arguments: {}, attempts: 3, max_latency_ms: 100 });
const answered = (ms: number) => ({ ms, result: { content: [] } });

test('equal to the budget passes, and the slowest call is measured', async () => {
  const times = [20.9, 100.9, 30];
  const run = await runCases([CASE], () => answered(times.shift() ?? 0));
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3, measurements: { latency_ms: 100 } });
  expect(run.report.score.value).toBe(1);
});

test('the first call above the budget ends the case', async () => {
  const times = [20, 101, 30];
  const run = await runCases([CASE], () => answered(times.shift() ?? 0));
  expect(run.failed('one')).toEqual(['latency-budget-exceeded']);
  expect(run.data('one', 'case.run')).toMatchObject({
    attempts: 2,
    bounds: [{ bound: 'max_latency_ms', limit: 100, observed: 101 }],
  });
  expect(run.report.score.value).toBe(0);
});

test('an error counts before the time it took', async () => {
  const run = await runCases([CASE], () => ({ ms: 500, result: { content: [], isError: true } }));
  expect(run.failed('one')).toEqual(['unexpected-outcome']);
});

test('a timeout is no evidence: the case is incomplete, and the next one begins on a fresh session', async () => {
  const next = { ...CASE, id: 'two' };
  const run = await runCases([CASE, next], (_method, _params, session) =>
    session === 1 ? { kind: 'timeout' } : answered(1),
  );
  expect(run.fault('one')).toBe('timeout');
  expect(run.failed('one')).toEqual(['transport-timeout']);
  expect(run.failed('two')).toEqual([]);
  expect(run.sessions).toHaveLength(2);
  expect(run.report.score.value).toBe(0.5);
});
