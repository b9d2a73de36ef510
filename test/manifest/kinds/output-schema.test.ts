import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const CASE = caseOf('output-schema', { tool: 'read', arguments: { limit: 1 } });
const SCHEMA = {
  type: 'object',
  required: ['total', 'items'],
  properties: {
    total: { type: 'integer', minimum: 0 },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
  },
  $defs: { item: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
};

/** Runs the case against a tool with this schema that answers so. */
const declaring = (outputSchema: unknown, answer: Partial<Answer>) =>
  runCases([CASE], () => answer, { tools: [{ name: 'read', inputSchema: { type: 'object' }, outputSchema }] });
const structured = (structuredContent: unknown): Partial<Answer> => ({ result: { content: [], structuredContent } });
const methods = ({ sessions }: Awaited<ReturnType<typeof runCases>>) => sessions[0]?.sent.map(({ method }) => method);

describe('a tool that promises nothing is not called', () => {
  test.each([undefined, null, true, 'object', []])('outputSchema %j', async (outputSchema) => {
    const run = await declaring(outputSchema, { kind: 'closed' });
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ tool: 'read', attempts: 0, measurements: {} });
    expect(methods(run)).toEqual(['tools/list']);
    expect(run.report.score.value).toBe(1);
  });
});

test('a result that keeps the promise passes', async () => {
  const run = await declaring(SCHEMA, structured({ total: 1, items: [{ id: 'a' }], more: null }));
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
  expect(run.sessions[0]?.sent.at(-1)?.params).toEqual({ name: 'read', arguments: { limit: 1 } });
  expect(run.report.score.value).toBe(1);
});

test.each([
  ['a success without it', { result: { content: [{ type: 'text', text: '{"total":1,"items":[]}' }] } }],
  ['a tool error, even with it', { result: { isError: true, structuredContent: { total: 1, items: [] } } }],
  ['a protocol error', { kind: 'error', error: { code: -32603, message: 'no' } }],
] as const)('no structured content: %s', async (_what, answer) => {
  const run = await declaring(SCHEMA, answer);
  expect(run.failed('one')).toEqual(['output-schema-declared-but-missing']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
  expect(run.report.score.value).toBe(0);
});

test.each([
  ['one of two', { total: 'not even a number' }],
  ['all of them', {}],
  ['of what is no object', null],
  ['that only the prototype has', { total: 1, __proto__: { items: [] } }],
])('a required field is absent: %s', async (_what, content) => {
  const run = await declaring(SCHEMA, structured(content));
  expect(run.failed('one')).toEqual(['output-schema-field-missing']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
});

test('a required field that is null is there', async () => {
  const run = await declaring({ type: 'object', required: ['total'] }, structured({ total: null }));
  expect(run.failed('one')).toEqual([]);
});

test.each([
  ['a wrong type', SCHEMA, { total: '1', items: [] }],
  ['a limit', SCHEMA, { total: -1, items: [] }],
  ['a nested field that a reference requires', SCHEMA, { total: 1, items: [{}] }],
  ['a list instead of an object', { type: 'object' }, []],
  ['a field that only allOf requires', { allOf: [{ required: ['total'] }] }, {}],
  ['a schema that is none', { type: 'objekt' }, {}],
  ['required names that are no list of texts', { type: 'object', required: [1] }, {}],
  ['a reference that leads out', { properties: { a: { $ref: 'https://example.com/a.json' } } }, {}],
])('the promise is broken: %s', async (_what, schema, content) => {
  const run = await declaring(schema, structured(content));
  expect(run.failed('one')).toEqual(['output-schema-invalid-result']);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1 });
  expect(run.faults).toEqual([]);
});

test.each([
  ['timeout', { kind: 'timeout' }, 'transport-timeout'],
  ['closed', { kind: 'closed' }, 'transport-closed'],
  ['protocol', { result: { isError: 'no', structuredContent: { total: 1, items: [] } } }, 'transport-error'],
] as const)('a fault (%s) makes the case incomplete', async (fault, answer, label) => {
  const run = await declaring(SCHEMA, answer);
  expect(run.fault('one')).toBe(fault);
  expect(run.failed('one')).toEqual([label]);
  expect(run.data('one', 'case.run')).toBeUndefined();
});

test('a budget that is used up makes the case incomplete', async () => {
  const tools: JsonObject[] = [{ name: 'read', inputSchema: {}, outputSchema: SCHEMA }];
  const run = await runCases([CASE], () => structured({}), { tools, maxRequests: 1 });
  expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
});
