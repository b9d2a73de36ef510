import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { outputConformance } from '../../core/schema/output-conformance.js';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('both drafts, and what clients check', () => {
  test.each<[string, JsonObject, unknown, unknown]>([
    ['types', { properties: { a: { type: 'integer' } } }, { a: 1 }, { a: 1.5 }],
    ['references', { $ref: '#/$defs/a', $defs: { a: { minProperties: 1 } } }, { a: 1 }, {}],
    [
      'anchors',
      { properties: { a: { $ref: '#x' } }, $defs: { a: { $anchor: 'x', type: 'null' } } },
      { a: null },
      { a: 0 },
    ],
    [
      'recursion',
      { $defs: { n: { properties: { n: { $ref: '#/$defs/n' } }, required: ['v'] } }, $ref: '#/$defs/n' },
      { v: 1, n: { v: 1 } },
      { v: 1, n: {} },
    ],
    [
      'items of 2020-12',
      { properties: { a: { prefixItems: [{ type: 'string' }], items: false } } },
      { a: ['x'] },
      { a: ['x', 1] },
    ],
    [
      'items of draft 7',
      { $schema: DRAFT_07, properties: { a: { items: [{ type: 'string' }], additionalItems: false } } },
      { a: ['x'] },
      { a: ['x', 1] },
    ],
    [
      'definitions of draft 7',
      { $schema: DRAFT_07, definitions: { a: { const: 1 } }, properties: { a: { $ref: '#/definitions/a' } } },
      { a: 1 },
      { a: 2 },
    ],
    [
      'an address of its own',
      { $id: 'https://example.com/out', $ref: 'https://example.com/out#/$defs/a', $defs: { a: { required: ['a'] } } },
      { a: 1 },
      {},
    ],
    ['a dialect that nobody knows', { $schema: 'https://example.com/dialect', required: ['a'] }, { a: 1 }, {}],
    ['formats', { properties: { a: { format: 'date-time' } } }, { a: '2030-01-15T09:30:00Z' }, { a: 'tomorrow' }],
    ['formats nobody knows', { properties: { a: { format: 'shoe-size', type: 'string' } } }, { a: '45' }, { a: 45 }],
    ['patterns', { properties: { a: { pattern: String.raw`^\p{L}+$` } } }, { a: 'größe' }, { a: '1' }],
    [
      'evaluated properties',
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
    ],
    ['names of the prototype', { required: ['constructor'] }, { constructor: 1 }, {}],
    ['a word of ajv that would make it wait', { $async: true, required: ['a'] }, { a: 1 }, {}],
    ['words that nobody knows', { example: 1, 'x-order': ['a'], required: ['a'] }, { a: 1 }, {}],
  ])('%s', async (_what, schema, good, bad) => {
    expect(await outputConformance(schema, good)).toBe('conforms');
    expect(await outputConformance(schema, bad)).toBe('differs');
  });
});

test.each<[string, JsonObject]>([
  ['a type that there is not', { properties: { a: { type: 'text' } } }],
  ['properties that are no object', { properties: [] }],
  ['a reference to nothing', { properties: { a: { $ref: '#/$defs/a' } } }],
  ['a reference to the outside', { properties: { a: { $ref: 'https://example.com/a' } } }],
  ['a reference to a file', { properties: { a: { $ref: 'file:///etc/hostname' } } }],
  ['a broken regular expression', { properties: { a: { pattern: '(' } } }],
  ['a keyword of another draft', { properties: { a: { minimum: 1, exclusiveMinimum: true } } }],
])('a schema that cannot be used: %s', async (_what, schema) => {
  expect(await outputConformance(schema, {})).toBe('unusable');
});

describe('one schema is nothing to the next', () => {
  test('addresses are forgotten', async () => {
    const inner = { $id: 'https://example.com/inner', required: ['a'] };
    expect(await outputConformance({ $defs: { inner }, $ref: 'https://example.com/inner' }, { a: 1 })).toBe('conforms');
    expect(await outputConformance({ $defs: { x: {} }, $ref: 'https://example.com/inner' }, { a: 1 })).toBe('unusable');
    expect(await outputConformance({ $id: 'https://example.com/inner', required: ['b'] }, { a: 1 })).toBe('differs');
  });

  test('after one that cannot be used, the others can', async () => {
    expect(await outputConformance({ type: 'nothing' }, {})).toBe('unusable');
    expect(await outputConformance({ type: 'object' }, {})).toBe('conforms');
  });

  test('one schema judges many values', async () => {
    const schema = { required: ['a'] };
    expect(await Promise.all([{ a: 1 }, {}, { a: 2 }].map((value) => outputConformance(schema, value)))).toEqual([
      'conforms',
      'differs',
      'conforms',
    ]);
  });
});

describe('work is bounded', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at === 59 ? {} : { allOf: [next, next] }];
    }),
  );

  test.each<[string, () => JsonObject, () => unknown]>([
    ['references that multiply', () => ({ $defs: doubling, $ref: '#/$defs/d0' }), () => ({})],
    ['a reference to itself', () => ({ $ref: '#' }), () => ({})],
    ['depth', () => JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as JsonObject, () => ({})],
    [
      'size',
      () => ({ properties: Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`p${at}`, {}])) }),
      () => ({}),
    ],
    [
      'a value deeper than can be followed',
      () => ({ items: { $ref: '#' } }),
      () => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown,
    ],
  ])('%s', { timeout: 60_000 }, async (_what, schema, value) => {
    expect(await outputConformance(schema(), value())).toBe('unusable');
    expect(await outputConformance({ type: 'object' }, {})).toBe('conforms');
  });

  test('a large result is no trouble', { timeout: 60_000 }, async () => {
    const schema = { properties: { rows: { items: { required: ['id'], properties: { id: { type: 'integer' } } } } } };
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, note: 'n'.repeat(20) }));
    expect(await outputConformance(schema, { rows })).toBe('conforms');
    expect(await outputConformance(schema, { rows: [...rows, {}] })).toBe('differs');
  });
});
