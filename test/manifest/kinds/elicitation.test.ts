import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import { caseOf, runCases } from '../run.js';

const FIELDS = { tool: 'read', arguments: { word: 'marker' }, max_requests: 2 };
const caseThat = (respond: string) => caseOf('elicitation', { ...FIELDS, respond });
const RESULT = { result: { content: [] } };
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 3 }, sure: { type: 'boolean' }, note: { type: 'string' } },
  required: ['name', 'sure'],
};
const FORM = { message: 'marker', requestedSchema: SCHEMA };

/** What the client replied to one question. */
async function replyTo(respond: string, method: string, params: JsonObject) {
  let reply: unknown;
  const run = await runCases([caseThat(respond)], async (_method, _params, _session, client) => {
    reply = await client.ask(method, params);
    return RESULT;
  });
  expect(run.failed('one')).toEqual([]);
  expect(run.openings[1]).toMatchObject({ capabilities: { elicitation: {} } });
  expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker');
  return reply;
}

test.each([
  ['accept', { action: 'accept', content: { name: 'sam', sure: false } }],
  ['decline', { action: 'decline' }],
  ['cancel', { action: 'cancel' }],
])('a form is answered as the case says: %s', async (respond, reply) => {
  expect(await replyTo(respond, 'elicitation/create', FORM)).toEqual(reply);
});

test('a form that no values can be made for is accepted empty', async () => {
  const requestedSchema = {
    type: 'object',
    properties: { code: { type: 'string', pattern: '^x$' } },
    required: ['code'],
  };
  expect(await replyTo('accept', 'elicitation/create', { ...FORM, requestedSchema })).toEqual({
    action: 'accept',
    content: {},
  });
});

test.each([
  ['are left as they stand', { type: 'integer', default: 30 }, { name: 'sam', sure: false, age: 30 }],
  ['are left out when the form refuses them', { type: 'integer', default: 'old' }, { name: 'sam', sure: false }],
])('values that stand in a form already %s', async (_name, age, content) => {
  const requestedSchema = { ...SCHEMA, properties: { ...SCHEMA.properties, age } };
  expect(await replyTo('accept', 'elicitation/create', { ...FORM, requestedSchema })).toEqual({
    action: 'accept',
    content,
  });
});

test.each([
  ['has no message', 'elicitation/create', { requestedSchema: SCHEMA }],
  ['has no schema', 'elicitation/create', { message: 'marker' }],
  ['has a list as schema', 'elicitation/create', { message: 'marker', requestedSchema: [] }],
  ['is none', 'sampling/createMessage', FORM],
])('a question that %s is refused', async (_name, method, params) => {
  expect(await replyTo('accept', method, params)).toBeUndefined();
});

test.each([
  ['never asks', RESULT],
  ['gives up in its own words', { result: { content: [], isError: true } }],
])('a tool that %s passes', async (_name, answer) => {
  const run = await runCases([caseThat('decline')], () => answer);
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, measurements: {} });
});

test('a call that fails after its question was refused fails the case', async () => {
  const run = await runCases([caseThat('accept')], async (_method, _params, _session, client) => {
    const reply = await client.ask('elicitation/create', { message: 7 });
    return reply === undefined ? { kind: 'error', error: { code: -32603, message: 'marker' } } : RESULT;
  });
  expect(run.failed('one')).toEqual(['elicitation-invalid-request']);
});

test('a tool that asks until the answer suits it is stopped', async () => {
  const run = await runCases([caseThat('decline')], async (_method, _params, _session, client) => {
    for (;;) await client.ask('elicitation/create', FORM);
  });
  expect(run.failed('one')).toEqual(['elicitation-request-flood']);
  expect(run.data('one', 'case.elicitation')).toEqual({ ended: 'stopped', requests: 3, max_requests: 2 });
});

test('a call that waits for ever fails', async () => {
  const run = await runCases([caseThat('cancel')], async (_method, _params, _session, client) => {
    await client.ask('elicitation/create', FORM);
    return { kind: 'timeout' };
  });
  expect(run.failed('one')).toEqual(['elicitation-stalled-call']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
});

test('a connection that ends makes the case incomplete', async () => {
  const run = await runCases([caseThat('cancel')], () => ({ kind: 'closed' }));
  expect(run.failed('one')).toEqual(['transport-closed']);
});
