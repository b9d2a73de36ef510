import { expect, test } from 'vitest';
import { caseOf, runCases } from '../run.js';

const CASE = caseOf('degradation-over-n', { tool: 'read', arguments: { limit: 1 }, max_attempts: 5 });
const WELL = { result: { content: [] } };

test('a call that keeps working passes, made as often as the case says', async () => {
  const run = await runCases([CASE], () => WELL);
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ tool: 'read', attempts: 5, at: 5, measurements: {} });
  const calls = run.sessions[0]?.sent.filter(({ method }) => method === 'tools/call');
  expect(calls).toHaveLength(5);
  expect(calls?.[4]?.params).toEqual({ name: 'read', arguments: { limit: 1 } });
  expect(run.report.score.value).toBe(1);
});

test.each([
  ['a tool error', { result: { content: [], isError: true } }],
  ['a protocol error', { kind: 'error', error: { code: -32603, message: 'worn out' } }],
] as const)('%s ends the case at its call', async (_what, failure) => {
  let calls = 0;
  const run = await runCases([CASE], () => (++calls === 3 ? failure : WELL));
  expect(run.failed('one')).toEqual(['unexpected-outcome']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
  expect(calls).toBe(3);
  expect(run.report.score.value).toBe(0);
});

test('an error of the very last call counts', async () => {
  let calls = 0;
  const run = await runCases([CASE], () => (++calls === 5 ? { result: { isError: true } } : WELL));
  expect(run.failed('one')).toEqual(['unexpected-outcome']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 5 });
});

test.each([
  ['timeout', { kind: 'timeout' }, 'transport-timeout'],
  ['closed', { kind: 'closed' }, 'transport-closed'],
  ['protocol', { result: 'no object' }, 'transport-error'],
] as const)('a fault (%s) makes the case incomplete, whatever was seen before', async (fault, answer, label) => {
  let calls = 0;
  const run = await runCases([CASE], () => (++calls === 3 ? answer : WELL));
  expect(run.fault('one')).toBe(fault);
  expect(run.failed('one')).toEqual([label]);
  expect(run.data('one', 'case.run')).toBeUndefined();
});

test('a budget that is used up makes the case incomplete', async () => {
  const run = await runCases([CASE], () => WELL, { maxRequests: 4 });
  expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
});
