/** The stateless revision: a call ends with questions, and is made again with their answers. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const FIELDS = { tool: 'read', arguments: { word: 'marker' }, max_requests: 2, respond: 'accept' };
const CASE = caseOf('elicitation', FIELDS);
const RESULT: Partial<Answer> = { result: { resultType: 'complete', content: [] } };
const SCHEMA = { type: 'object', properties: { age: { type: 'integer', minimum: 3 } }, required: ['age'] };
const QUESTION = { method: 'elicitation/create', params: { message: 'marker', requestedSchema: SCHEMA } };
const asks = (more: JsonObject): Partial<Answer> => ({ result: { resultType: 'input_required', ...more } });

/** Runs a case against a server that answers its calls so, and says what the calls carried. */
async function calls(answer: (call: number) => Partial<Answer>, given = CASE) {
  const sent: JsonObject[] = [];
  const run = await runCases(
    [given],
    (_method, params) => {
      sent.push(params);
      return answer(sent.length);
    },
    { era: 'stateless' },
  );
  return { run, sent };
}

test('questions are answered by calling again, with the state that came along', async () => {
  const { run, sent } = await calls((call) =>
    call === 1 ? asks({ inputRequests: { who: QUESTION }, requestState: 'S1' }) : RESULT,
  );
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1 });
  expect(run.data('one', 'case.elicitation')).toEqual({ ended: 'success', requests: 1, max_requests: 2 });
  const call = { name: 'read', arguments: FIELDS.arguments };
  const accepted = { who: { action: 'accept', content: { age: 3 } } };
  expect(sent).toEqual([call, { ...call, inputResponses: accepted, requestState: 'S1' }]);
  expect(run.openings[1]).toMatchObject({ capabilities: { elicitation: {} } });
});

test('answers belong to their round, and state is sent only where it came', async () => {
  const { sent } = await calls((call) => {
    if (call === 1) return asks({ requestState: 'S1' });
    return call === 2 ? asks({ inputRequests: { again: QUESTION } }) : RESULT;
  });
  expect(sent.map(({ name: __, arguments: ___, ...more }) => more)).toEqual([
    {},
    { requestState: 'S1' },
    { inputResponses: { again: { action: 'accept', content: { age: 3 } } } },
  ]);
});

test('a question that is refused stays without an answer', async () => {
  const inputRequests = { roots: { method: 'roots/list' }, bad: { ...QUESTION, params: {} }, odd: 'marker' };
  const { run, sent } = await calls((call) => (call === 1 ? asks({ inputRequests }) : RESULT), {
    ...CASE,
    fields: { ...FIELDS, max_requests: 3 },
  });
  expect(run.failed('one')).toEqual([]);
  expect(sent[1]).toMatchObject({ inputResponses: {} });
});

test('questions are counted over all rounds', async () => {
  const { run, sent } = await calls((call) =>
    asks({ inputRequests: call === 1 ? { a: QUESTION } : { a: QUESTION, b: QUESTION } }),
  );
  expect(run.failed('one')).toEqual(['elicitation-request-flood']);
  expect(run.data('one', 'case.elicitation')).toEqual({ ended: 'stopped', requests: 3, max_requests: 2 });
  expect(sent).toHaveLength(2);
});

test('a call that is still not finished after as many rounds has stalled', async () => {
  const { run, sent } = await calls(() => asks({ requestState: 'S' }));
  expect(run.failed('one')).toEqual(['elicitation-stalled-call']);
  expect(sent).toHaveLength(3);
});

test('the last round may still finish', async () => {
  const { run } = await calls((call) => (call < 3 ? asks({ inputRequests: { who: QUESTION } }) : RESULT));
  expect(run.failed('one')).toEqual([]);
});

test.each([
  [
    'ends in an error in its second round',
    { kind: 'error', error: { code: -1, message: '' } },
    'elicitation-invalid-request',
  ],
  ['does not answer in its second round', { kind: 'timeout' }, 'elicitation-stalled-call'],
  ['asks nothing', asks({}), 'transport-error'],
  ['asks in a list', asks({ inputRequests: [QUESTION] }), 'transport-error'],
] as const)('a call that %s', async (_name, answer, label) => {
  const { run } = await calls((call) => (call === 1 ? asks({ inputRequests: { who: QUESTION } }) : answer));
  expect(run.failed('one')).toEqual([label]);
});

test('with a handshake such a result is a result like others', async () => {
  const run = await runCases([CASE], () => asks({ inputRequests: { who: QUESTION } }));
  expect(run.failed('one')).toEqual([]);
  expect(run.sessions[1]?.sent).toHaveLength(1);
});
