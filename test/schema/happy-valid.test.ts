// oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema.
/**
 * Whatever is generated fits the tool's own schema whenever anything does: over schemas drawn at random, over those of
 * published servers, and over single traps. ajv, which takes no part in generating here, is the judge.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepFreeze, type JsonObject } from '../../core/json.js';
import { happyArguments } from '../../core/schema/happy.js';
import { satisfiable } from './satisfiable.js';
import { listing, LISTINGS, taking, tool } from './tools.js';

const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false, ownProperties: true });
addFormats.default(ajv);

/** What is wrong with the arguments that are made for a schema. */
async function faults(schema: JsonObject, synthetic: boolean, cases = 3): Promise<readonly string[]> {
  const { $schema: _dialect, ...rest } = schema;
  const validate = ajv.compile(rest);
  const found: string[] = [];
  for (let index = 0; index < cases; index += 1) {
    const made = await happyArguments(tool({ inputSchema: schema }), index, { synthetic });
    if (!made.ok) found.push(made.reason);
    else if (!validate(made.arguments))
      found.push(`${JSON.stringify(made.arguments)}: ${ajv.errorsText(validate.errors)}`);
  }
  return found;
}

test('arguments fit every schema that something fits', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(satisfiable, fc.boolean(), async ({ schema, witness }, synthetic) => {
      const frozen = deepFreeze(schema);
      expect(ajv.validate(frozen, witness)).toBe(true);
      expect(await faults(frozen, synthetic)).toEqual([]);
    }),
    { numRuns: 250, seed: 20_261_130 },
  );
});

test.each(LISTINGS)('arguments fit the schemas of the %s server', async (name) => {
  for (const { inputSchema } of listing(name)) {
    expect(await faults(inputSchema, false)).toEqual([]);
    expect(await faults(inputSchema, true)).toEqual([]);
  }
});

const CARD = { type: 'object', properties: { suit: { type: 'string' }, rank: { type: 'integer' } } };
const ASKS: readonly (readonly [string, JsonObject, JsonObject?])[] = [
  ['length', { type: 'string', minLength: 40 }],
  ['a tight length', { type: 'string', maxLength: 3 }],
  ['no length at all', { type: 'string', maxLength: 0 }],
  ['a format and a length', { type: 'string', format: 'uri', maxLength: 12 }],
  ['a long format', { type: 'string', format: 'hostname', minLength: 100 }],
  ['a long address', { type: 'string', format: 'email', minLength: 60 }],
  ['encoded bytes', { type: 'string', format: 'byte', minLength: 33 }],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d{4,6}(?:-(?:a|b))?$' }],
  ['a pattern and a length', { type: 'string', pattern: '^[a-f]+(?:\\.[0-9]+)*$', minLength: 20, maxLength: 21 }],
  ['a pattern without ends', { type: 'string', pattern: 'needle' }],
  ['a pattern with look-ahead', { type: 'string', pattern: '^(?=.*[A-Z])(?=.*[0-9])(?=.*[!?]).{10,12}$' }],
  ['a pattern with a back-reference', { type: 'string', pattern: '^(["\'])x+\\1$' }],
  ['a pattern of another script', { type: 'string', pattern: '^\\p{Script=Greek}{3}$' }],
  ['a pattern with a large count', { type: 'string', pattern: '^[0-9]{1,5000}$' }],
  ['two patterns', { type: 'string', pattern: '^[a-z-]+$', allOf: [{ pattern: '-x$' }, { minLength: 5 }] }],
  ['multiples', { type: 'integer', minimum: 7, multipleOf: 5 }],
  ['multiples of both', { type: 'integer', multipleOf: 4, allOf: [{ multipleOf: 6 }], minimum: 1 }],
  ['decimal multiples', { type: 'number', multipleOf: 0.01, minimum: 0.07, maximum: 0.09 }],
  ['a narrow number', { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.1001 }],
  ['a large multiple', { type: 'integer', multipleOf: 1_000 }],
  ['unlike texts', { type: 'array', items: { type: 'string' }, minItems: 12, uniqueItems: true }],
  ['unlike flags', { type: 'array', items: { type: 'boolean' }, minItems: 2, uniqueItems: true }],
  ['unlike choices', { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 3, uniqueItems: true }],
  ['unlike objects', { type: 'array', items: CARD, minItems: 5, uniqueItems: true }],
  ['unlike addresses', { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 8, uniqueItems: true }],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 }],
  [
    'something contained',
    {
      type: 'array',
      items: { type: 'integer' },
      contains: { minimum: 50 },
      minContains: 2,
      maxContains: 2,
      minItems: 4,
    },
  ],
  ['names that are required only', { type: 'object', required: ['a', 'b'], additionalProperties: { type: 'integer' } }],
  [
    'enough names',
    {
      type: 'object',
      minProperties: 3,
      propertyNames: { pattern: '^k[0-9]$' },
      additionalProperties: { type: 'boolean' },
    },
  ],
  [
    'names by pattern only',
    {
      type: 'object',
      minProperties: 2,
      patternProperties: { '^x-[a-z]+$': { type: 'integer' } },
      additionalProperties: false,
    },
  ],
  ['few names', { ...CARD, maxProperties: 1 }],
  ['names that bring others', { ...CARD, dependentRequired: { suit: ['deck'] } }],
  [
    'names that bring schemas',
    { ...CARD, dependentSchemas: { rank: { properties: { suit: { const: 'hearts' } }, required: ['suit'] } } },
  ],
  [
    'merged closed objects',
    {
      allOf: [
        { ...CARD, additionalProperties: false },
        { properties: { suit: { minLength: 20 }, wild: { type: 'boolean' } } },
      ],
    },
  ],
  [
    'one of two',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  ],
  [
    'not both',
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, not: { required: ['a', 'b'] } },
  ],
  [
    'a discriminated union',
    {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
        { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
      ],
    },
  ],
  [
    'a condition',
    { ...CARD, if: { properties: { rank: { minimum: 2 } }, required: ['rank'] }, then: { required: ['proof'] } },
  ],
  ['an exception', { type: 'string', not: { enum: ['sample_x'] } }],
  ['what nothing else evaluated', { allOf: [CARD], unevaluatedProperties: false, required: ['rank'] }],
  ['a place with a name', { $ref: '#card' }, { $defs: { card: { $anchor: 'card', ...CARD, required: ['suit'] } } }],
  [
    'a place with an address',
    { $ref: 'https://example.com/card' },
    { $defs: { card: { $id: 'https://example.com/card', ...CARD, required: ['suit'] } } },
  ],
  [
    'a place below a place',
    { $ref: '#/$defs/a~1b/properties/suit' },
    { $defs: { 'a/b': { ...CARD, properties: { suit: { type: 'integer' } } } } },
  ],
];

test.each(ASKS.map(([what, schema, rest = {}]) => [what, schema, rest] as const))(
  'arguments fit a schema that asks for %s',
  async (_, schema, rest) => {
    expect(await faults(taking({ x: schema }, rest).inputSchema, false, 4)).toEqual([]);
  },
);

test.each<readonly [string, JsonObject, unknown]>([
  [
    'the list form of items',
    { type: 'array', items: [{ type: 'integer' }, { type: 'boolean' }], additionalItems: false, minItems: 2 },
    [1, false],
  ],
  ['exclusive bounds as flags', { type: 'integer', minimum: 3, exclusiveMinimum: true }, 4],
  [
    'dependencies of both kinds',
    { type: 'object', properties: { a: { type: 'string' } }, dependencies: { a: ['b'], b: { required: ['c'] } } },
    { a: 'sample_a', b: 'sample_b', c: 'sample_c' },
  ],
])('older drafts are read too: %s', async (_, schema, expected) => {
  const made = await happyArguments(taking({ x: schema }, { $schema: 'http://json-schema.org/draft-04/schema#' }), 0);
  expect(made).toEqual({ ok: true, arguments: { x: expected } });
});
