/** Schemas that must never hang, crash or take memory without bound. What is not sent must be said. */

import { expect, test } from 'vitest';
import { deepFreeze, isObject, type JsonObject } from '../../core/json.js';
import { happyArguments } from '../../core/schema/happy.js';
import { fitsLimits } from '../../core/schema/limits.js';
import { scenariosOf } from '../../core/schema/scenarios.js';
import type { Tool } from '../../core/model.js';
import { taking, tool } from './tools.js';

const nested = (depth: number, before: string, after: string): JsonObject =>
  JSON.parse(before.repeat(depth) + '{}' + after.repeat(depth)) as JsonObject;

async function reasonFor(given: Tool): Promise<string> {
  const made = await happyArguments(given, 0);
  return made.ok ? `made ${JSON.stringify(made.arguments).slice(0, 200)}` : made.reason;
}

async function argumentsFor(given: Tool, index = 0): Promise<JsonObject> {
  deepFreeze(given);
  const made = await happyArguments(given, index);
  if (!made.ok) throw new Error(made.reason);
  expect(fitsLimits(made.arguments)).toBe(true);
  return made.arguments;
}

test('objects nested thousands deep are filled in as far as arguments go', async () => {
  const made = await argumentsFor(tool({ inputSchema: nested(5_000, '{"type":"object","properties":{"a":', '}}') }));
  expect(JSON.stringify(made).length).toBeGreaterThan(200);
});

test('lists nested thousands deep stay within the limits', async () => {
  const made = await argumentsFor(taking({ list: nested(5_000, '{"type":"array","items":', '}') }), 2);
  expect(made['list']).toHaveLength(3);
});

test('thousands of merged schemas are one', async () => {
  const schema = nested(5_000, '{"allOf":[', ']}');
  expect(await argumentsFor(taking({ a: schema }))).toHaveProperty('a');
});

test('a schema that demands more depth than can be sent is said to', async () => {
  const schema = nested(60, '{"type":"object","required":["a"],"properties":{"a":', '}}');
  expect(await reasonFor(tool({ inputSchema: schema }))).toContain('nests deeper than 50 levels');
});

test.each<readonly [string, JsonObject]>([
  ['itself', { x: { $ref: '#/properties/x' } }],
  ['a ring', { x: { $ref: '#/$defs/a' } }],
  ['nothing', { x: { $ref: '#/$defs/none' }, y: { $ref: 'other.json#/%ZZ' }, z: { $ref: 'https://example.com/far' } }],
  ['a ring of unions', { x: { $ref: '#/$defs/many' } }],
])('a reference to %s ends', async (_, properties) => {
  const $defs = {
    a: { $ref: '#/$defs/b' },
    b: { anyOf: [{ $ref: '#/$defs/a' }] },
    many: {
      anyOf: Array.from({ length: 20 }, () => ({ oneOf: [{ $ref: '#/$defs/many' }, { $ref: '#/$defs/many' }] })),
    },
  };
  const { happy, edge, skipped } = await scenariosOf(taking(properties, { $defs }));
  expect(happy.length === 3 || String(skipped).includes('too many ways')).toBe(true);
  expect(edge.length).toBeGreaterThan(0);
});

test('a tree is filled in once, not without end', async () => {
  const node = {
    type: 'object',
    properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
  };
  const made = await argumentsFor(taking({ root: { $ref: '#/$defs/node' } }, { $defs: { node } }));
  expect(made).toEqual({ root: { label: 'sample_label', children: [{}] } });
});

test('a value that must hold itself cannot be made', async () => {
  expect(await reasonFor(taking({ again: { $ref: '#' } }))).toMatch(/nests deeper|accepts no value/);
});

test('a schema that only says it is itself says nothing', async () => {
  expect(await argumentsFor(tool({ inputSchema: { type: 'object', allOf: [{ $ref: '#' }], properties: {} } }))).toEqual(
    {},
  );
});

const SLOW = '^([a-z_]+)*[0-9]$';
test.each<readonly [string, JsonObject]>([
  ['a generated text', { [`a${'a'.repeat(40)}`]: { type: 'string', pattern: SLOW } }],
  ['a default', { v: { type: 'string', pattern: SLOW, default: 'a'.repeat(45) } }],
  ['an example', { v: { type: 'string', pattern: '^(a|a?)+$', examples: [`${'a'.repeat(45)}!`] } }],
  ['a listed value', { v: { type: 'string', pattern: SLOW, enum: ['b'.repeat(50), 'b1'] } }],
  [
    'look-ahead',
    { v: { type: 'string', pattern: `^(?=([a-z_]+)*[0-9]$)`, default: 'a'.repeat(500), examples: ['b1'] } },
  ],
])('a pattern that backtracks on %s is matched all the same', async (_, properties) => {
  const made = await argumentsFor(taking(properties));
  for (const value of Object.values(made)) expect(String(value)).toMatch(/^[a-z_]*[0-9]?$/);
});

test('a pattern on names is matched in linear time', async () => {
  const schema = {
    type: 'object',
    properties: { ['c'.repeat(45)]: { type: 'string' } },
    patternProperties: { '^(c+)+$': {}, '^([c]+)*!$': false },
  };
  expect(Object.keys(await argumentsFor(tool({ inputSchema: schema })))).toEqual(['c'.repeat(45)]);
});

test.each<readonly [string, JsonObject, string]>([
  ['items', { type: 'array', minItems: 1e9, items: { type: 'string' } }, '"a" asks for at least 1000000000 items'],
  ['characters', { type: 'string', minLength: 1e9 }, '"a" asks for a text of at least 1000000000 characters'],
  ['properties', { type: 'object', minProperties: 1e9 }, '"a" asks for at least 1000000000 properties'],
  [
    'values',
    [50, 50, 50, 50].reduce<JsonObject>((items, minItems) => ({ type: 'array', minItems, items }), { type: 'integer' }),
    'asks for more than 10000 values',
  ],
  ['repetitions', { type: 'string', pattern: '^(x{60000}){60000}$' }, '"a" accepts none of the values'],
  [
    'a number between two neighbours',
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 5e-324 },
    '"a" accepts none',
  ],
  ['opposite bounds', { type: 'integer', minimum: 5, maximum: -5 }, '"a" accepts none'],
  [
    'an impossible name',
    { type: 'object', required: ['b'], additionalProperties: false },
    '"a.b" is required and not allowed',
  ],
  ['two types at once', { type: 'string', allOf: [{ type: 'integer' }] }, '"a" accepts no value'],
])('an impossible demand for %s is said in the reason', async (_, schema, reason) => {
  const given = taking({ a: schema });
  expect(await reasonFor(given)).toContain(reason);
  const { happy, edge, skipped } = await scenariosOf(given);
  expect(happy).toEqual([]);
  expect(skipped).toContain(reason);
  expect(edge.map(({ mutation }) => mutation)).toEqual(['empty-values']);
});

test('an impossible optional property is left out', async () => {
  const properties = {
    a: { type: 'string', minLength: 1e9 },
    b: { type: 'array', minItems: 200 },
    c: false,
    d: { type: 'string' },
  };
  expect(await argumentsFor(taking(properties, { required: ['d'] }))).toEqual({ d: 'sample_d' });
});

test('bounds of the wrong kind say nothing', async () => {
  const properties = {
    a: { type: 'number', multipleOf: 0 },
    b: { type: 'array', minItems: -1, maxItems: -7, items: {} },
    c: { type: 'array', minItems: 2.5, items: {} },
    d: { type: 'integer', minimum: 'low', maximum: {} },
    e: { type: 'integer', minimum: 1e300, maximum: 1e301 },
  };
  const made = await argumentsFor(taking(properties));
  expect(made).toMatchObject({ a: 12.5, b: ['sample_b_item'], d: 1, e: 1e300 });
  expect(made['c']).toHaveLength(3);
});

test('keywords of every wrong type say nothing', async () => {
  const properties = {
    a: null,
    b: 5,
    c: 'x',
    d: [],
    e: true,
    f: { type: {} },
    g: { type: ['string', 5, null] },
    h: { enum: {} },
    i: { enum: [] },
    j: { type: 'array', items: 5 },
    k: { anyOf: {} },
    l: { anyOf: [null, 5] },
    m: { examples: 'x' },
    n: { type: 'string', format: 9, pattern: 7 },
    o: { description: {} },
    q: { type: 'string', pattern: '(' },
    r: { allOf: 'x', $ref: 5 },
    s: { type: 'kangaroo' },
    t: { required: 'x', type: 'object' },
  };
  const made = await argumentsFor(taking(properties, { required: 'a' }));
  expect(Object.keys(made)).toEqual(Object.keys(properties));
  expect(made['s']).toBeNull();
});

test('names in `required` that are no texts are no names', async () => {
  const given = taking({ a: { type: 'string' } }, { required: [1, null, {}, 'a', 'a', 'zz'] });
  expect(await argumentsFor(given)).toEqual({ a: 'sample_a', zz: 'sample_zz' });
});

const PROTO = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length'];
test('names that every object has are own members and go to the server as written', async () => {
  const properties = JSON.parse(`{${PROTO.map((name) => `"${name}":{"type":"string"}`).join()}}`) as JsonObject;
  for (const given of [
    taking(properties),
    tool({ inputSchema: { type: 'object', properties: {}, required: PROTO } }),
  ]) {
    const { happy, edge } = await scenariosOf(given);
    for (const { arguments: sent } of happy)
      expect(Object.keys(JSON.parse(JSON.stringify(sent)) as JsonObject)).toEqual(PROTO);
    for (const { arguments: sent } of edge) expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
    const [missing] = edge;
    expect(missing?.mutation).toBe('missing-argument');
    expect(Object.keys(missing?.arguments ?? {})).toEqual(PROTO.slice(1));
  }
});

test('a nested `__proto__` pollutes nothing', async () => {
  const schema = JSON.parse(
    '{"__proto__":{"type":"object","properties":{"polluted":{"const":true}},"required":["polluted"]}}',
  ) as JsonObject;
  const made = await argumentsFor(taking(schema));
  expect(JSON.stringify(made)).toBe('{"__proto__":{"polluted":true}}');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('numbers beyond what JSON can hold are not sent', async () => {
  const infinite = JSON.parse('{"minimum":1e400,"maximum":1e400}') as JsonObject;
  expect(await argumentsFor(taking({ n: { type: 'integer', default: Infinity, ...infinite } }))).toEqual({ n: 1 });
  expect(await reasonFor(taking({ e: { enum: [Infinity, -Infinity] } }))).toContain('"e" accepts no value');
  expect(await argumentsFor(taking({ e: { enum: [Infinity, 2] } }))).toEqual({ e: 2 });
});

test('a default too large or too deep to send is passed over', async () => {
  const deep = nested(200, '[', ']');
  const made = await argumentsFor(
    taking({ a: { type: 'string', default: 'x'.repeat(200_000) }, b: { default: deep }, c: { enum: [deep, 'fine'] } }),
  );
  expect(made).toEqual({ a: 'sample_a', b: 'sample_b', c: 'fine' });
});

test('choices that multiply end with a reason', async () => {
  const doors = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`d${at}`, { anyOf: [{ type: 'string' }, { type: 'integer' }] }]),
  );
  const lock = {
    oneOf: Array.from({ length: 40 }, (_, at) => ({ not: { properties: { [`d${at}`]: { type: 'string' } } } })),
  };
  const made = await happyArguments(taking(doors, { allOf: [lock, { not: { required: ['d0'] } }] }), 0);
  expect(made.ok).toBe(false);
});

test('thousands of properties are filled in', async () => {
  const { happy } = await scenariosOf(
    taking(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { type: 'string' }]))),
  );
  expect(happy.every(({ arguments: sent }) => isObject(sent) && Object.keys(sent).length === 5_000)).toBe(true);
});
