import { describe, expect, test } from 'vitest';
import { boundParametersOf, countsLines, isLimitName } from '../../core/effects/bound-parameters.js';
import { requiredArguments } from '../../core/effects/required-arguments.js';
import type { JsonObject } from '../../core/json.js';
import { listing, taking, tool } from '../schema/tools.js';

const INTEGER = { type: 'integer' };
const found = (properties: JsonObject): readonly string[] =>
  boundParametersOf(taking(properties)).map(({ name, values }) => `${name} ${values.join(',')}`);

describe('names', () => {
  test.each([
    'limit',
    'Limit',
    'max_results',
    'maxResults',
    'max-results',
    'top_k',
    'topK',
    'top_n',
    'max_items',
    'page_size',
    'perPage',
    'n_results',
    'numResults',
    'first',
    'last',
  ])('%s is a limit', (name) => {
    expect(isLimitName(name)).toBe(true);
    expect(found({ [name]: INTEGER })).toEqual([`${name} 1,2`]);
  });

  test.each([
    'max',
    'count',
    'max_length',
    'maxLength',
    'limits',
    'time_limit',
    'page',
    'offset',
    'steps',
    'duration',
    'size',
    'k',
    '',
  ])('%j is none', (name) => {
    expect(isLimitName(name)).toBe(false);
    expect(found({ [name]: INTEGER })).toEqual([]);
  });

  test('head and tail count lines, 0 included', () => {
    expect(found({ head: INTEGER, tail: { type: 'number' } })).toEqual(['head 0,1,2', 'tail 0,1,2']);
    expect(['head', 'tail', 'limit', 'headers'].map(countsLines)).toEqual([true, true, false, false]);
  });

  test('first and last together are a range, unless they go with a cursor', () => {
    expect(found({ first: INTEGER, last: INTEGER, limit: INTEGER })).toEqual(['limit 1,2']);
    expect(found({ first: INTEGER, last: INTEGER, after: { type: 'string' } })).toEqual(['first 1,2', 'last 1,2']);
  });
});

describe('schemas', () => {
  test.each<readonly [JsonObject, string]>([
    [{ type: 'number' }, 'limit 1,2'],
    [{ type: ['integer', 'null'] }, 'limit 1,2'],
    [{ anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }] }, 'limit 2'],
    [{ type: 'integer', minimum: 2 }, 'limit 2'],
    [{ type: 'integer', exclusiveMinimum: 1 }, 'limit 2'],
    [{ type: 'integer', maximum: 1 }, 'limit 1'],
    [{ type: 'integer', enum: [2, 10] }, 'limit 2'],
    [{ type: 'integer', multipleOf: 10 }, 'limit '],
  ])('%j gives %j', (schema, wanted) => {
    expect(found({ limit: schema })).toEqual([wanted]);
  });

  test.each([
    { type: 'string' },
    { type: 'boolean' },
    {},
    true,
    { type: 'integer', description: 'Most tokens to return.' },
    { type: 'integer', description: 'How many bytes are read.' },
  ])('%j is no bound', (schema) => {
    expect(found({ limit: schema })).toEqual([]);
  });

  test('a reference is followed', () => {
    const schema = {
      type: 'object',
      $defs: { n: { type: 'integer', minimum: 2 } },
      properties: { limit: { $ref: '#/$defs/n' } },
    };
    expect(boundParametersOf(tool({ inputSchema: schema })).map(({ values }) => values)).toEqual([[2]]);
  });

  test('no schema, no parameters', () => {
    expect(boundParametersOf(tool({}))).toEqual([]);
    expect(boundParametersOf(tool({ inputSchema: { properties: [] } }))).toEqual([]);
  });
});

test.each([
  ['memory', []],
  ['everything', []],
  ['sequential-thinking', []],
  ['filesystem', ['read_file tail', 'read_file head', 'read_text_file tail', 'read_text_file head']],
] as const)('the bounds of %s', (name, wanted) => {
  const bounds = listing(name).flatMap((one) => boundParametersOf(one).map((bound) => `${one.name} ${bound.name}`));
  expect(bounds).toEqual(wanted);
});

describe('the least arguments', () => {
  const made = async (schema: JsonObject, given: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    const result = await requiredArguments(tool({ inputSchema: schema }), new Map(Object.entries(given)));
    return result.ok ? result.arguments : result.reason;
  };
  const properties = { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'array', items: { type: 'string' } } };

  test('are what is required, filled as happy cases are', async () => {
    expect(await made({ type: 'object', properties, required: ['a', 'c'] })).toEqual({
      a: 'sample_a',
      c: ['sample_c_item'],
    });
    expect(await made({ type: 'object', properties })).toEqual({});
  });

  test('and what was given, declared or not', async () => {
    expect(await made({ type: 'object', properties, required: ['a'] }, { b: 5, z: true })).toEqual({
      a: 'sample_a',
      b: 5,
      z: true,
    });
  });

  test('a schema that demands more in another way gets more', async () => {
    const schema = { type: 'object', properties, additionalProperties: false, anyOf: [{ required: ['b'] }] };
    expect(await made(schema)).toHaveProperty('b');
  });

  test('or a reason', async () => {
    const impossible = { type: 'array', minItems: 500 };
    expect(await made({ type: 'object', properties: { c: impossible }, required: ['c'] })).toMatch(
      /"c" asks for at least 500/,
    );
  });

  test('without a usable schema there are only those given', async () => {
    expect(await made({}, { a: 1 })).toEqual({ a: 1 });
  });
});
