/** Values the user gives replace generated ones in happy cases. Scorecard specification 1.2 and 5.3. */

import { expect, test } from 'vitest';
import { happyArguments } from '../../core/schema/happy.js';
import { scenariosOf } from '../../core/schema/scenarios.js';
import { taking, tool } from './tools.js';

const PROPERTIES = { path: { type: 'string' }, head: { type: 'integer' }, mode: { enum: ['text', 'bytes'] } };

test('they are sent in every happy case, and no edge case knows them', async () => {
  const values = new Map<string, unknown>([['path', './sandbox']]);
  const { happy, edge } = await scenariosOf(taking(PROPERTIES), { values: () => values });
  expect(happy.map(({ arguments: sent }) => sent['path'])).toEqual(['./sandbox', './sandbox', './sandbox']);
  expect(happy.map(({ arguments: sent }) => sent['head'])).toEqual([1, 2, 3]);
  expect(edge.map(({ arguments: sent }) => sent['path'])).toEqual([undefined, 12_345, '']);
});

test('they are sent as they are, whatever the schema says', async () => {
  const values = { mode: 'neither', path: 5, extra: [1] };
  const made = await happyArguments(taking(PROPERTIES, { additionalProperties: false }), 0, { values });
  expect(made).toEqual({ ok: true, arguments: { path: 5, head: 1, mode: 'neither', extra: [1] } });
});

test('the rest is made to fit them', async () => {
  const schema = {
    oneOf: [
      { properties: { kind: { const: 'file' } }, required: ['path'] },
      { properties: { kind: { const: 'web' }, path: false }, required: ['url'] },
    ],
  };
  const given = taking(
    { kind: { enum: ['file', 'web'] }, path: { type: 'string' }, url: { type: 'string' } },
    { ...schema, required: ['kind'] },
  );
  const made = await happyArguments(given, 0, { values: { kind: 'web' } });
  expect(made).toEqual({ ok: true, arguments: { kind: 'web', url: 'https://example.com/sample/one' } });
});

test('they make a tool callable that could not be called without', async () => {
  const given = taking({ ids: { type: 'array', minItems: 500, items: { type: 'integer' } } });
  expect(await happyArguments(given, 0)).toMatchObject({ ok: false });
  const values = { ids: Array.from({ length: 500 }, (_, at) => at) };
  expect(await happyArguments(given, 0, { values })).toEqual({ ok: true, arguments: values });
});

test('they may contradict what the whole schema says', async () => {
  const given = taking(
    { a: { type: 'string' } },
    { propertyNames: { enum: ['a'] }, allOf: [{ properties: { a: { const: 'x' } } }] },
  );
  expect(await happyArguments(given, 0, { values: { a: 'y' } })).toEqual({ ok: true, arguments: { a: 'y' } });
});

test('a tool without a usable schema is sent what the user gives', async () => {
  expect(await happyArguments(tool({ inputSchema: {} }), 0, { values: { a: 1 } })).toEqual({
    ok: true,
    arguments: { a: 1 },
  });
});

test('a name that every object has is a name like any other', async () => {
  const values = new Map([['__proto__', 'x']]);
  const made = await happyArguments(taking({ a: { type: 'string' } }), 0, { values });
  expect(JSON.stringify(made)).toBe('{"ok":true,"arguments":{"a":"sample_a","__proto__":"x"}}');
});
