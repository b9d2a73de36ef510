import { expect, test } from 'vitest';
import type { Answer } from '../../../core/session/port.js';
import type { Meanwhile } from '../../kernel/fake.js';
import { caseOf, runCases } from '../run.js';

const FIELDS = {
  tool: 'read',
  arguments: { word: 'marker' },
  grace_seconds: 2,
  reason: 'enough',
  require_honored: true,
};
const CASE = caseOf('cancellation', FIELDS);
const TOLERANT = caseOf('cancellation', { ...FIELDS, require_honored: false });
const RESULT = { result: { content: [] } };
const TOOL_ERROR = { result: { content: [], isError: true } };
const SILENCE = { kind: 'timeout', cancelled: true } as const;
const errorOf = (code: unknown) => ({ kind: 'error', error: { code, message: 'no' } }) as const;

/** A server whose cancelled call ends so; `others` answers the other calls, by their number. */
const server = (cancelled: Partial<Answer>, others: (call: number) => Partial<Answer> = () => RESULT) => {
  let call = 0;
  return (_method: string, _params: object, _session: number, { options }: Meanwhile): Partial<Answer> => {
    call += 1;
    return options.cancel === undefined ? others(call) : cancelled;
  };
};

test.each([
  ['silence', SILENCE, 'no-result'],
  ['an acknowledgement', errorOf(-32800), 'no-result'],
])('%s passes, and is the second and last step', async (_name, answer, outcome) => {
  const run = await runCases([CASE], server(answer));
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, measurements: { cancellation_outcome: outcome } });
  expect(run.sessions.map(({ sent }) => sent.length)).toEqual([3]);
  expect(run.report.score.value).toBe(1);
});

test('over stdio the server is told at once, in the words of the case, and has the grace that the case gives', async () => {
  const told: unknown[] = [];
  await runCases([CASE], (_method, _params, _session, { options }) => {
    told.push(options.cancel);
    return options.cancel === undefined ? RESULT : SILENCE;
  });
  expect(told).toEqual([undefined, { afterMs: 0, reason: 'enough', graceMs: 2000 }]);
});

test('over HTTP the call has a head start', async () => {
  const told: unknown[] = [];
  await runCases(
    [CASE],
    (_method, _params, _session, { options }) => {
      told.push(options.cancel?.afterMs);
      return options.cancel === undefined ? RESULT : SILENCE;
    },
    { transport: 'http' },
  );
  expect(told).toEqual([undefined, 50]);
});

test.each([
  ['a result', { ...RESULT, cancelled: true }, 'completed', 'cancellation-ignored'],
  ['a result with the error flag', { ...TOOL_ERROR, cancelled: true }, 'completed', 'cancellation-ignored'],
  ['a result before the server was told', RESULT, 'completed', 'cancellation-ignored'],
  ['an unrelated error', { ...errorOf(-32603), cancelled: true }, 'error', 'cancellation-errored'],
] as const)('%s after the cancellation fails', async (_name, answer, outcome, label) => {
  const run = await runCases([CASE], server(answer));
  expect(run.failed('one')).toEqual([label]);
  expect(run.data('one', 'case.run')).toMatchObject({
    attempts: 2,
    at: 2,
    measurements: { cancellation_outcome: outcome },
  });
  expect(JSON.stringify(run.report.observations)).not.toContain('marker');
});

test('where a result is allowed, it passes if the call works once more', async () => {
  const run = await runCases([TOLERANT], server({ ...RESULT, cancelled: true }));
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({
    attempts: 3,
    measurements: { cancellation_outcome: 'completed' },
  });
  expect(run.sessions[0]?.sent.at(-1)).toMatchObject({ method: 'tools/call', params: { arguments: FIELDS.arguments } });
});

test('where a result is allowed, a call that fails afterwards is the failure', async () => {
  const run = await runCases(
    [TOLERANT],
    server({ ...RESULT, cancelled: true }, (call) => (call === 3 ? TOOL_ERROR : RESULT)),
  );
  expect(run.failed('one')).toEqual(['unexpected-outcome']);
  expect(run.data('one', 'case.run')).toMatchObject({
    attempts: 3,
    at: 3,
    measurements: { cancellation_outcome: 'completed' },
  });
});

test('an unrelated error fails also where a result is allowed', async () => {
  const run = await runCases([TOLERANT], server({ ...errorOf(-1), cancelled: true }));
  expect(run.failed('one')).toEqual(['cancellation-errored']);
});

test('a call that fails by itself is not cancelled, and nothing is measured', async () => {
  const run = await runCases(
    [CASE],
    server(SILENCE, () => TOOL_ERROR),
  );
  expect(run.failed('one')).toEqual(['unexpected-outcome']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1, measurements: {} });
  expect(run.data('one', 'case.cancellation')).toBeUndefined();
  expect(run.sessions[0]?.sent).toHaveLength(2);
});

test.each([
  ['a connection that ends', { kind: 'closed', cancelled: true }, 'closed'],
  ['a notification that could not be sent', { kind: 'closed' }, 'closed'],
  ['a broken answer', { kind: 'malformed', cancelled: true }, 'protocol'],
  ['a result that is none', { result: 'done', cancelled: true }, 'protocol'],
  ['an error flag that is none', { result: { isError: 'no' }, cancelled: true }, 'protocol'],
  ['an error without a code', { ...errorOf('no'), cancelled: true }, 'protocol'],
] as const)('%s makes the case incomplete, and the next one begins afresh', async (_name, answer, fault) => {
  const next = { ...CASE, id: 'two' };
  const broken = server(answer);
  const run = await runCases([CASE, next], (method, params, session, meanwhile) =>
    session === 1 ? broken(method, params, session, meanwhile) : server(SILENCE)(method, params, session, meanwhile),
  );
  expect(run.fault('one')).toBe(fault);
  expect(run.data('one', 'case.run')).toBeUndefined();
  expect(run.failed('two')).toEqual([]);
  expect(run.sessions).toHaveLength(2);
});

test('silence is no fault: the next case goes on in the same session', async () => {
  const run = await runCases([CASE, { ...CASE, id: 'two' }], server(SILENCE));
  expect([...run.failed('one'), ...run.failed('two')]).toEqual([]);
  expect(run.sessions).toHaveLength(1);
});

test('over stateless HTTP the stream was closed from here, so the server must be well afterwards', async () => {
  const stateless = { era: 'stateless', transport: 'http' } as const;
  const well = await runCases([CASE], server(SILENCE), stateless);
  expect(well.failed('one')).toEqual([]);
  expect(well.data('one', 'case.run')).toMatchObject({
    attempts: 3,
    measurements: { cancellation_outcome: 'no-result' },
  });
  const ill = await runCases(
    [CASE],
    server(SILENCE, (call) => (call === 3 ? TOOL_ERROR : RESULT)),
    stateless,
  );
  expect(ill.failed('one')).toEqual(['unexpected-outcome']);
  expect(ill.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
});

test('a budget that is used up outranks what was seen', async () => {
  // The list, the first call and the cancelled one; the call that should follow is one too many.
  const run = await runCases([TOLERANT], server({ ...RESULT, cancelled: true }), { maxRequests: 3 });
  expect(run.fault('one')).toBe('budget');
  expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
});
