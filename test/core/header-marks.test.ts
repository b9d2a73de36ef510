import { describe, expect, it, test } from 'vitest';
import { headerMarksIn, repeatsArguments, whyLeftOut } from '../../core/header-marks.js';
import type { JsonObject } from '../../core/json.js';

const text = (header: unknown, more: object = {}): JsonObject => ({ type: 'string', 'x-mcp-header': header, ...more });
const schemaOf = (properties: object, more: object = {}): JsonObject => ({ type: 'object', properties, ...more });
/** Places and faults. */
const faultsIn = (schema: JsonObject): unknown => headerMarksIn(schema).map(({ place, fault }) => [place, fault]);

test('valid marks, in the order of the schema', () => {
  const deep = { type: 'object', properties: { 'a/b~c': { type: 'integer', 'x-mcp-header': 'Count' } } };
  const marks = headerMarksIn(
    schemaOf({ region: text('Region'), deep, yes: { type: 'boolean', 'x-mcp-header': '!~' } }),
  );
  expect(marks).toEqual([
    { header: 'Region', path: ['region'], place: '/properties/region', fault: undefined, certain: true },
    {
      header: 'Count',
      path: ['deep', 'a/b~c'],
      place: '/properties/deep/properties/a~1b~0c',
      fault: undefined,
      certain: true,
    },
    { header: '!~', path: ['yes'], place: '/properties/yes', fault: undefined, certain: true },
  ]);
  expect(whyLeftOut(schemaOf({ region: text('Region') }))).toBeUndefined();
});

describe('a mark is invalid', () => {
  it.each<[string, unknown, string]>([
    ['no text', text(7), 'is no text'],
    ['null', text(null), 'is no text'],
    ['empty', text(''), 'names no header'],
    ['a blank', text('My Region'), 'has characters that no header name can have: "My Region"'],
    ['a colon', text('Region:Primary'), 'has characters that no header name can have: "Region:Primary"'],
    ['a line break', text('Region\n'), 'has characters that no header name can have: "Region"'],
    ['beyond ASCII', text('Région'), 'has characters that no header name can have: "Région"'],
    ['very long', text('a'.repeat(201)), 'names a header with more than 200 characters'],
    [
      'a number',
      { type: 'number', 'x-mcp-header': 'A' },
      'is on an argument of the type number, and only one of the type string, integer or boolean can be marked',
    ],
    [
      'null as its type',
      { type: 'null', 'x-mcp-header': 'A' },
      'is on an argument of the type null, and only one of the type string, integer or boolean can be marked',
    ],
    [
      'an unknown type',
      { type: 'text', 'x-mcp-header': 'A' },
      'is on an argument without a type, and only one of the type string, integer or boolean can be marked',
    ],
    [
      'several types',
      { type: ['string', 'null'], 'x-mcp-header': 'A' },
      'is on an argument with a list of types, and only one of the type string, integer or boolean can be marked',
    ],
  ])('%s', (_, property, fault) => {
    const schema = schemaOf({ a: property });
    expect(faultsIn(schema)).toEqual([['/properties/a', fault]]);
    expect(whyLeftOut(schema)).toBe(
      'a mark x-mcp-header in its input schema is invalid, so clients over HTTP leave it out',
    );
  });

  it.each<[place: string, JsonObject]>([
    ['/properties/list/items', schemaOf({ list: { type: 'array', items: text('A') } })],
    ['/properties/list/items/1', schemaOf({ list: { items: [{}, text('A')] } })],
    ['/properties/a/anyOf/0', schemaOf({ a: { anyOf: [text('A')] } })],
    ['/$defs/a', schemaOf({ a: { $ref: '#/$defs/a' } }, { $defs: { a: text('A') } })],
    ['/else/properties/a', schemaOf({}, { else: schemaOf({ a: text('A') }) })],
    ['/patternProperties/^a', schemaOf({}, { patternProperties: { '^a': text('A') } })],
    ['/additionalProperties', schemaOf({}, { additionalProperties: text('A') })],
    ['/properties/a/properties/b/not', schemaOf({ a: schemaOf({ b: { not: text('A') } }) })],
  ])('at %s', (place, schema) => {
    const fault = 'is below another keyword than properties, where no one argument is meant';
    expect(faultsIn(schema)).toEqual([[place, fault]]);
    expect(headerMarksIn(schema)[0]?.path).toEqual([]);
  });

  it('on all arguments at once', () => {
    expect(faultsIn(text('A'))).toEqual([['the top', 'is on no argument, but on all of them']]);
  });

  it('with the name of another, capitals aside', () => {
    const schema = schemaOf({ a: text('Region'), b: schemaOf({ c: text('REGION') }), d: text('Other') });
    expect(faultsIn(schema)).toEqual([
      ['/properties/a', undefined],
      ['/properties/b/properties/c', 'repeats the name of the mark at /properties/a, capitals aside'],
      ['/properties/d', undefined],
    ]);
  });
});

test.each([
  [{ type: 'number' }, true],
  [{ type: 7 }, true],
  [{ description: 'anything' }, true],
  [{ type: ['string', 'null'] }, false],
  [{ enum: ['a', 'b'] }, false],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, false],
])('the type %j leaves no doubt: %s', (property, certain) => {
  const [mark] = headerMarksIn(schemaOf({ a: { ...property, 'x-mcp-header': 'A' } }));
  expect([mark?.fault === undefined, mark?.certain]).toEqual([false, certain]);
});

test('what is no schema has no marks', () => {
  const example = { region: text('A') };
  expect(
    headerMarksIn(
      schemaOf({ 'x-mcp-header': { type: 'string' }, a: { const: example, default: example, enum: [example] } }),
    ),
  ).toEqual([]);
  expect(headerMarksIn({ properties: [text('A')], items: 'x', $defs: 7, allOf: [null, 'x'] })).toEqual([]);
});

test('hostile schemas', () => {
  let nested: JsonObject = text('A');
  for (let depth = 0; depth < 20_000; depth += 1) nested = schemaOf({ a: nested });
  expect(headerMarksIn(nested)[0]).toMatchObject({ fault: undefined });
  expect(headerMarksIn(nested)[0]?.place).toHaveLength(200);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, text(`H${at}`)]));
  expect(headerMarksIn(schemaOf(many))).toHaveLength(100);
  expect(headerMarksIn(JSON.parse('{"properties":{"__proto__":{"type":"string","x-mcp-header":"A"}}}'))).toMatchObject([
    { path: ['__proto__'], fault: undefined },
  ]);
});

test.each([
  ['http', 'stateless', true],
  ['http', 'initialize', false],
  ['stdio', 'stateless', false],
  ['stdio', 'initialize', false],
] as const)('over %s in the %s era marks mean something: %s', (transport, era, expected) => {
  expect(repeatsArguments(transport, era)).toBe(expected);
});
