import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { listingOf, propertiesIn, requiredNamesIn } from '../../plugins/lint/listing.js';
import { tool } from './judged.js';

const nested = (depth: number, wrap: (inner: unknown) => JsonObject, inner: unknown): unknown => {
  let value = inner;
  for (let at = 0; at < depth; at += 1) value = wrap(value);
  return value;
};

describe('the name', () => {
  test.each(['search', 'search_notes', 'a', 'a1_', 'get_2'])('%j is snake_case', (name) => {
    expect(listingOf(tool({ name })).nameSnakeCase).toBe(true);
  });
  test.each(['', 'search-notes', 'searchNotes', 'Search', '_a', '1a', 'a b', 'a\n', 'größe', 'notes.search'])(
    '%j is not',
    (name) => {
      expect(listingOf(tool({ name })).nameSnakeCase).toBe(false);
    },
  );
});

test('a description is measured in characters, outer blanks left out', () => {
  expect(
    ['', ' \n\u00a0', ' a b ', '😀'].map((description) => listingOf(tool({ description })).descriptionLength),
  ).toEqual([0, 0, 3, 1]);
});

test.each<[JsonObject, string]>([
  [{}, 'missing'],
  [{ type: 'object' }, 'typed'],
  [{ type: ['object', 'null'] }, 'typed'],
  [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }, 'untyped'],
  [{ properties: {} }, 'untyped'],
  [{ type: null }, 'untyped'],
  [{ type: '' }, 'untyped'],
  [{ type: [] }, 'untyped'],
  [{ type: 5 }, 'untyped'],
])('the schema %j is %s', (inputSchema, state) => {
  expect(listingOf(tool({ inputSchema })).schemaState).toBe(state);
});

test.each<[JsonObject, number, boolean]>([
  [{ type: 'object' }, 0, false],
  [{ type: 'object', properties: {}, required: [] }, 0, true],
  [{ type: 'object', properties: { a: {}, b: {} } }, 2, false],
  [{ type: 'object', properties: { a: {} }, required: 'a' }, 1, false],
  [{ type: 'object', properties: { a: {} }, required: null }, 1, false],
  [{ type: 'object', properties: ['a'] }, 0, false],
  [{ type: 'object', properties: 'a' }, 0, false],
])('%j has %i properties, required declared: %j', (inputSchema, propertyCount, requiredDeclared) => {
  expect(listingOf(tool({ inputSchema }))).toMatchObject({ propertyCount, requiredDeclared });
});

describe('a property', () => {
  const shaped = (property: unknown): boolean | undefined => propertiesIn({ properties: { property } }, 1)[0]?.shaped;

  test.each<[unknown]>([
    [{ type: 'string' }],
    [{ type: ['string', 'null'] }],
    [{ enum: ['a'] }],
    [{ const: null }],
    [{ $ref: '#/$defs/note' }],
    [{ anyOf: [{ type: 'string' }, { $ref: '#' }] }],
    [{ oneOf: [{ const: 1 }, { anyOf: [{ enum: [2] }] }] }],
    [{ allOf: [{ description: 'a' }, { type: 'string' }] }],
    [nested(1_000, (inner) => ({ anyOf: [inner] }), { type: 'string' })],
  ])('declares a shape: %j', (property) => {
    expect(shaped(property)).toBe(true);
  });

  test.each<[unknown]>([
    [{}],
    [true],
    [false],
    [null],
    ['string'],
    [['string']],
    [{ description: 'Id of the note.' }],
    [{ anyOf: [] }],
    [{ anyOf: [{ type: 'string' }, {}] }],
    [{ anyOf: [{ type: 'string' }, true] }],
    [{ oneOf: 'string' }],
    [{ allOf: [] }],
    [{ allOf: [{ description: 'a' }, true] }],
    [{ items: { type: 'string' } }],
    [nested(20, (inner) => ({ allOf: [inner] }), { description: 'a' })],
  ])('declares none: %j', (property) => {
    expect(shaped(property)).toBe(false);
  });

  test('names of prototypes are ordinary names', () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {}, "toString": true}, "required": ["valueOf", "__proto__"]}',
    ) as JsonObject;
    expect(propertiesIn(schema, 3)).toEqual([
      { property: '__proto__', shaped: true },
      { property: 'constructor', shaped: false },
      { property: 'toString', shaped: false },
    ]);
    expect(requiredNamesIn(schema)).toEqual([
      { property: 'valueOf', declared: false },
      { property: '__proto__', declared: true },
    ]);
  });
});

describe('a required name', () => {
  test.each<[JsonObject, [string, boolean][]]>([
    [
      { required: ['a', 'b'], properties: { a: {} } },
      [
        ['a', true],
        ['b', false],
      ],
    ],
    [{ required: ['a', 'a'] }, [['a', false]]],
    [{ required: [5, null, 'a'] }, [['a', false]]],
    [{ required: 'a' }, []],
    [{ required: [] }, []],
    [{ required: ['a'], properties: ['a'] }, [['a', false]]],
    [
      {
        required: ['a', 'b', 'c'],
        allOf: [{ properties: { a: {} } }],
        anyOf: [{ oneOf: [{ properties: { b: {} } }] }, 5],
      },
      [
        ['a', true],
        ['b', true],
        ['c', false],
      ],
    ],
    [{ required: ['a'], properties: { b: { properties: { a: {} } } } }, [['a', false]]],
  ])('%j', (schema, names) => {
    expect(requiredNamesIn(schema).map(({ property, declared }) => [property, declared])).toEqual(names);
  });
});
