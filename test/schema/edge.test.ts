/** Deliberately bad arguments. Scorecard specification 1.2, "edge cases". */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { edgeArguments, type Mutation } from '../../core/schema/edge.js';
import { happyArguments } from '../../core/schema/happy.js';
import type { Tool } from '../../core/model.js';
import { taking, tool } from './tools.js';

async function sent(given: Tool, index = 3): Promise<Partial<Record<Mutation, JsonObject>>> {
  const cases = await edgeArguments(given, index);
  return Object.fromEntries(cases.map(({ mutation, arguments: made }) => [mutation, made]));
}

test('the first required argument is left out of a happy set', async () => {
  const given = taking({ a: { type: 'string' }, b: { type: 'integer' } }, { required: ['b', 'a'] });
  const happy = await happyArguments(given, 3);
  expect(happy).toEqual({ ok: true, arguments: { a: 'sample_a', b: 4 } });
  expect((await sent(given))['missing-argument']).toEqual({ a: 'sample_a' });
});

test('only texts in `required` are names', async () => {
  const given = taking({ a: {}, b: {} }, { required: [5, null, 'b'] });
  expect((await sent(given))['missing-argument']).toEqual({ a: 'sample_a' });
  expect(await sent(taking({ a: {} }, { required: [5] }))).not.toHaveProperty('missing-argument');
  expect(await sent(taking({ a: {} }, { required: 'a' }))).not.toHaveProperty('missing-argument');
});

test('a required name that is not declared can be left out as well', async () => {
  const given = tool({ inputSchema: { type: 'object', properties: {}, required: ['a'] } });
  expect(await sent(given)).toEqual({ 'missing-argument': {} });
});

test.each<readonly [string, unknown, unknown]>([
  ['a number', { type: 'number' }, 'not_a_number'],
  ['an integer', { type: 'integer' }, 'not_a_number'],
  ['a boolean', { type: 'boolean' }, 'not_a_bool'],
  ['a list', { type: 'array' }, 'not_a_collection'],
  ['an object', { type: 'object' }, 'not_a_collection'],
  ['a text', { type: 'string' }, 12_345],
  ['a choice', { enum: ['a'] }, 12_345],
  ['anything', {}, 12_345],
  ['null', { type: 'null' }, 12_345],
  ['a text or null', { type: ['string', 'null'] }, 12_345],
  ['an integer or null', { type: ['null', 'integer'] }, 'not_expected'],
  ['a number or a text', { type: ['number', 'string'] }, ['not_expected']],
  ['an integer in a union', { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'array' }] }, {}],
  ['all but a boolean', { type: ['number', 'string', 'array', 'object'] }, true],
  ['everything', { type: ['string', 'number', 'boolean', 'array', 'object', 'null'] }, 12_345],
  ['everything, a boolean first', { type: ['boolean', 'string', 'number', 'array', 'object'] }, 'not_a_bool'],
  ['a reference', { $ref: '#/$defs/n' }, 'not_a_number'],
  ['branches by reference', { oneOf: [{ $ref: '#/$defs/n' }, { type: 'null' }] }, 'not_expected'],
  ['a list by its items', { items: { type: 'string' } }, 'not_a_collection'],
])('the wrong type for %s', async (_, schema, wrong) => {
  const given = taking({ x: schema, y: { type: 'string' } }, { $defs: { n: { type: 'integer' } } });
  expect((await sent(given))['wrong-type']).toEqual({ x: wrong, y: 'sample_y' });
});

test('every property has the empty value of its type', async () => {
  const properties = {
    text: { type: 'string' },
    whole: { type: 'integer', minimum: 5 },
    number: { type: ['null', 'number'] },
    flag: { type: 'boolean' },
    list: { type: 'array', minItems: 2 },
    object: { anyOf: [{ type: 'null' }, { type: 'object' }] },
    choice: { enum: [1, 2] },
    anything: true,
  };
  expect((await sent(taking(properties)))['empty-values']).toEqual({
    text: '',
    whole: 0,
    number: 0,
    flag: false,
    list: [],
    object: {},
    choice: '',
    anything: '',
  });
});

test('a tool that declares no property has no edge case', async () => {
  expect(await sent(tool({ inputSchema: { type: 'object', properties: {} } }))).toEqual({});
  expect(await sent(tool({ inputSchema: { type: 'object' } }))).toEqual({});
  expect(await sent(tool({}))).toEqual({});
});

test('they are built on the happy set after the last one', async () => {
  const given = taking({ name: { type: 'string' }, city: { type: 'string' } });
  expect((await sent(given, 1))['missing-argument']).toEqual({ city: 'Sample Falls' });
  expect((await sent(given, 3))['missing-argument']).toEqual({ city: 'Sampleton' });
});
