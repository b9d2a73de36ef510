import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import { caseOf, runCases } from '../run.js';

const CASE = caseOf('sampling', { tool: 'read', arguments: { word: 'marker' }, max_requests: 2 });
const RESULT = { result: { content: [] } };
const QUESTION = { messages: [{ role: 'user', content: { type: 'text', text: 'marker' } }], maxTokens: 5 };
const ask = (role: string) => ({ ...QUESTION, messages: [{ ...QUESTION.messages[0], role }] });

test('a tool whose questions are answered passes, on a session of its own that declares just this', async () => {
  const replies: unknown[] = [];
  const run = await runCases([CASE], async (_method, _params, _session, client) => {
    replies.push(await client.ask('sampling/createMessage', ask('user')));
    replies.push(await client.ask('sampling/createMessage', ask('assistant')));
    return RESULT;
  });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1, measurements: {}, tool: 'read' });
  const text = { type: 'text', text: 'This is a fixed answer: no model was asked.' };
  expect(replies).toEqual([
    { role: 'assistant', content: text, model: 'toolscore-stub' },
    { role: 'user', content: text, model: 'toolscore-stub' },
  ]);
  expect(run.openings[1]).toMatchObject({ capabilities: { sampling: {} } });
  expect(run.sessions.map(({ sent }) => sent.map(({ method }) => method))).toEqual([['tools/list'], ['tools/call']]);
  expect(run.sessions[1]?.closedTimes).toBeGreaterThan(0);
  expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker');
});

test.each([
  ['never asks', RESULT],
  ['gives up in its own words', { result: { content: [], isError: true } }],
])('a tool that %s passes', async (_name, answer) => {
  const run = await runCases([CASE], () => answer);
  expect(run.failed('one')).toEqual([]);
  expect(run.report.score.value).toBe(1);
});

test('other requests are refused', async () => {
  const replies: unknown[] = [];
  const run = await runCases([CASE], async (_method, _params, _session, client) => {
    replies.push(await client.ask('elicitation/create', { message: 'who?', requestedSchema: {} }));
    replies.push(await client.ask('roots/list'));
    return RESULT;
  });
  expect(replies).toEqual([undefined, undefined]);
  expect(run.failed('one')).toEqual([]);
});

test('a protocol error fails', async () => {
  const run = await runCases([CASE], async (_method, _params, _session, client) => {
    await client.ask('sampling/createMessage', { messages: 'marker' });
    return { kind: 'error', error: { code: -32603, message: 'marker' } };
  });
  expect(run.failed('one')).toEqual(['sampling-invalid-request']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
});

test('a tool that asks without end is stopped at the first question too many', async () => {
  let answered = 0;
  const run = await runCases([CASE], async (_method, _params, _session, client) => {
    for (;;) {
      await client.ask('sampling/createMessage', QUESTION);
      answered += 1;
    }
  });
  expect(run.failed('one')).toEqual(['sampling-request-flood']);
  expect(run.data('one', 'case.sampling')).toEqual({ ended: 'stopped', requests: 3, max_requests: 2 });
  expect(answered).toBe(2);
});

test('a call that does not end in time fails, and the next case is not affected', async () => {
  const run = await runCases([CASE, { ...CASE, id: 'two' }], async (_method, _params, session, client) => {
    await client.ask('sampling/createMessage', QUESTION);
    return session === 2 ? { kind: 'timeout' } : RESULT;
  });
  expect(run.failed('one')).toEqual(['sampling-stalled-call']);
  expect(run.failed('two')).toEqual([]);
});

test.each([
  ['a connection that ends', { kind: 'closed' }, 'transport-closed'],
  ['a broken answer', { kind: 'malformed' }, 'transport-error'],
  ['a result that is none', { result: null }, 'transport-error'],
] as const)('%s makes the case incomplete', async (_name, answer, label) => {
  const run = await runCases([CASE], () => answer);
  expect(run.failed('one')).toEqual([label]);
  expect(run.data('one', 'case.sampling')).toBeUndefined();
});

test('a budget that is used up is no verdict', async () => {
  const run = await runCases([{ ...CASE, id: 'zero' }, CASE], () => RESULT, { maxRequests: 2 });
  expect(run.failed('zero')).toEqual([]);
  expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
});

test.each([
  ['cannot be reached again', 'closed', 'transport-closed'],
  ['does not answer the handshake', 'timeout', 'transport-timeout'],
] as const)('a server that %s makes the case incomplete', async (_name, fault, label) => {
  const { ServerError } = await import('../../../core/session/port.js');
  const run = await runCases([CASE], () => RESULT, {
    refuse: (session) => (session === 2 ? new ServerError('gone', undefined, fault) : undefined),
  });
  expect(run.failed('one')).toEqual([label]);
});

test('a tool that is listed only to a client with sampling is found', async () => {
  const hidden = caseOf('sampling', { tool: 'hidden', arguments: {}, max_requests: 1 });
  const tools = (session: number): { result: JsonObject } => ({
    result: { tools: session === 1 ? [] : [{ name: 'hidden', inputSchema: {} }] },
  });
  const run = await runCases([hidden], () => RESULT, { tools });
  expect(run.failed('one')).toEqual([]);
});

test('a member called __proto__ among the questions is a member like others', async () => {
  const sent: JsonObject[] = [];
  const questions = JSON.parse('{"__proto__":{"method":"sampling/createMessage","params":{}}}') as JsonObject;
  await runCases(
    [CASE],
    (_method, params) => {
      sent.push(params);
      return sent.length === 1 ? { result: { resultType: 'input_required', inputRequests: questions } } : RESULT;
    },
    { era: 'stateless' },
  );
  const responses = sent[1]?.['inputResponses'] as JsonObject;
  expect(Object.keys(responses)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(responses)).toBe(Object.prototype);
});
