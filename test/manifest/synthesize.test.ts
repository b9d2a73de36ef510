import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../core/json.js';
import { synthesize, violate } from '../../core/manifest/synthesize.js';
import { conforms } from '../../core/schema/conforms.js';
import { listing, LISTINGS } from '../schema/tools.js';

const made = async (schema: JsonObject): Promise<unknown> => {
  const found = await synthesize(schema);
  return found.ok ? found.value : 'none';
};
/** The value of one required property. */
const property = async (schema: unknown, rest: JsonObject = {}): Promise<unknown> => {
  const value = await made({ type: 'object', properties: { p: schema }, required: ['p'], ...rest });
  return isObject(value) ? value['p'] : value;
};

test('only required properties are given', async () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } };
  expect(await made({ type: 'object', properties, required: ['b'] })).toEqual({ b: 'sample' });
  expect(await made({ type: 'object', properties })).toEqual({});
  expect(await made({ type: 'object' })).toEqual({});
});

test('the first rule that applies gives the value', async () => {
  const all = {
    const: 'c',
    enum: ['c', 'e'],
    default: 'c',
    examples: ['x'],
    anyOf: [{ type: 'string' }],
    oneOf: [{ type: 'string' }],
    type: 'string',
  };
  expect(await property(all)).toBe('c');
  const { const: _const, ...noConst } = { ...all, enum: ['e', 'c'] };
  expect(await property(noConst)).toBe('e');
  expect(await property({ default: 'd', examples: ['x'], type: 'string' })).toBe('d');
  expect(await property({ examples: ['x'], anyOf: [{ const: 'y' }, { type: 'string' }] })).toBe('x');
  expect(await property({ anyOf: [{ const: 'y' }, { const: 'z' }] })).toBe('y');
  expect(await property({ oneOf: [{ const: 'y' }, { const: 'z' }] })).toBe('y');
  expect(await property({ anyOf: [{ const: 'y' }], oneOf: [{ const: 'y' }, { const: 'z' }] })).toBe('y');
});

test('a local reference comes first, and one that leads nowhere has no value', async () => {
  const $defs = { name: { enum: ['ada'] }, loop: { $ref: '#/$defs/loop' } };
  expect(await property({ $ref: '#/$defs/name' }, { $defs })).toBe('ada');
  expect(await property({ $ref: '#/$defs/none' }, { $defs })).toBe('none');
  expect(await property({ $ref: '#/$defs/loop' }, { $defs })).toBe('none');
  expect(await property({ $ref: 'https://example.com/schema' })).toBe('none');
});

test.each([
  ['date', '2025-01-15'],
  ['date-time', '2025-01-15T12:00:00Z'],
  ['uri', 'https://example.com/'],
  ['email', 'sample@example.com'],
  ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
])('a text of the format %s is a fixed sample', async (format, value) => {
  expect(await property({ type: 'string', format })).toBe(value);
});

test('texts are padded and cut to their bounds, and a pattern has no value', async () => {
  expect(await property({ type: 'string' })).toBe('sample');
  expect(await property({ type: 'string', minLength: 9 })).toBe('samplexxx');
  expect(await property({ type: 'string', maxLength: 3 })).toBe('sam');
  expect(await property({ type: 'string', maxLength: 0 })).toBe('');
  expect(await property({ type: 'string', pattern: '^s' })).toBe('none');
  expect(await property({ type: 'string', format: 'date', pattern: '^2' })).toBe('2025-01-15');
  expect(await property({ type: 'string', format: 'ipv4' })).toBe('none');
});

test('numbers begin at their bound', async () => {
  expect(await property({ type: 'integer' })).toBe(1);
  expect(await property({ type: 'number', minimum: 7 })).toBe(7);
  expect(await property({ type: 'integer', exclusiveMinimum: 7 })).toBe(8);
  expect(await property({ type: 'integer', maximum: -3 })).toBe(-3);
  expect(await property({ type: 'integer', minimum: 7, multipleOf: 5 })).toBe('none');
});

test('booleans, nulls, lists and objects', async () => {
  expect(await property({ type: 'boolean' })).toBe(false);
  expect(await property({ type: 'null' })).toBe(null);
  expect(await property({ type: ['null', 'boolean'] })).toBe(false);
  expect(await property({ type: 'array' })).toEqual([]);
  expect(await property({ type: 'array', minItems: 2, items: { type: 'integer' } })).toEqual([1, 1]);
  expect(await property({ type: 'array', minItems: 2, uniqueItems: true, items: { type: 'integer' } })).toBe('none');
  expect(await property({ type: 'array', minItems: 1 })).toBe('none');
  expect(await property({ type: 'object', properties: { q: { type: 'boolean' } }, required: ['q'] })).toEqual({
    q: false,
  });
  expect(await property({ properties: { q: {} } })).toEqual({});
});

test('what no rule speaks of has no value', async () => {
  for (const schema of [{}, true, { description: 'anything' }, { type: 'colour' }, undefined, 7])
    expect(await property(schema)).toBe('none');
  expect(await made({ type: 'object', required: ['undeclared'] })).toBe('none');
});

test('the result must satisfy the whole schema', async () => {
  expect(await property({ type: 'string', default: 5 })).toBe('none');
  expect(await property({ enum: ['a', 'b'], not: { const: 'a' } })).toBe('none');
  expect(await made({ type: 'object', minProperties: 1 })).toBe('none');
  expect(await made({ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] })).toBe('none');
});

test('depth ends at eight, and sizes at what can be sent', async () => {
  const nested = (depth: number): JsonObject =>
    depth === 0 ? { type: 'boolean' } : { type: 'object', properties: { p: nested(depth - 1) }, required: ['p'] };
  expect(await made(nested(8))).toMatchObject({ p: {} });
  expect(await made(nested(9))).toBe('none');
  expect(await property({ type: 'string', minLength: 1e9 })).toBe('none');
  expect(await property({ type: 'array', minItems: 1e9, items: { type: 'boolean' } })).toBe('none');
  const wide = (depth: number): JsonObject =>
    depth === 0 ? { type: 'boolean' } : { type: 'array', minItems: 100, items: wide(depth - 1) };
  expect(await property(wide(6))).toBe('none');
});

test('references that double at every level are given up, not followed to the end', async () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      const names = Array.from({ length: 40 }, (__, name) => `p${name}`);
      return [
        `d${at}`,
        { type: 'object', properties: Object.fromEntries(names.map((name) => [name, next])), required: names },
      ];
    }),
  );
  expect(await property({ $ref: '#/$defs/d0' }, { $defs })).toBe('none');
});

test('a property called __proto__ is a property', async () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"boolean"}},"required":["__proto__"]}');
  expect(JSON.stringify(await made(schema as JsonObject))).toBe('{"__proto__":false}');
});

describe('violating arguments', () => {
  const violating = async (schema: JsonObject): Promise<unknown> => {
    const found = await violate(schema);
    return found.ok ? found.value : 'none';
  };

  test('omit everything where something is required', async () => {
    const properties = { a: { type: 'string' } };
    expect(await violating({ type: 'object', properties, required: ['a'] })).toEqual({});
    expect(await violating({ $ref: '#/$defs/d', $defs: { d: { type: 'object', required: ['a'] } } })).toEqual({});
  });

  test('else give the first typed property by name a wrong type', async () => {
    const properties = { b: { type: 'string' }, a: { type: 'integer' }, A: {} };
    expect(await violating({ type: 'object', properties })).toEqual({ a: 'not_a_number' });
    expect(await violating({ type: 'object', properties: { b: { type: 'string' } } })).toEqual({ b: 12_345 });
    expect(await violating({ type: 'object', properties: { b: { anyOf: [{ type: 'string' }] } } })).toEqual({
      b: 12_345,
    });
  });

  test('else one unknown property where objects are closed', async () => {
    expect(await violating({ type: 'object', properties: { a: {} }, additionalProperties: false })).toEqual({
      toolscore_unknown_property: 'sample',
    });
  });

  test('a schema that admits everything cannot be violated', async () => {
    for (const schema of [{}, { type: 'object' }, { type: 'object', properties: { a: {}, b: true } }])
      expect(await violating(schema)).toBe('none');
  });
});

/** Tools of published servers for which no arguments can be made, and those whose schema admits everything. */
const SILENT: Readonly<Record<(typeof LISTINGS)[number], readonly [readonly string[], readonly string[]]>> = {
  sample: [['delete_note'], []],
  memory: [[], ['read_graph']],
  filesystem: [[], ['list_allowed_directories']],
  everything: [[], ['get-env', 'get-tiny-image', 'toggle-simulated-logging', 'toggle-subscriber-updates']],
  'sequential-thinking': [[], []],
};

test.each(LISTINGS)('arguments for the tools of %s', async (name) => {
  const [none, open]: [string[], string[]] = [[], []];
  for (const tool of listing(name)) {
    const [valid, broken] = [await synthesize(tool.inputSchema), await violate(tool.inputSchema)];
    if (!valid.ok) none.push(tool.name);
    else expect(await conforms(tool.inputSchema, valid.value)).toBe(true);
    if (!broken.ok) open.push(tool.name);
    else expect(await conforms(tool.inputSchema, broken.value)).toBe(false);
  }
  expect([none, open]).toEqual(SILENT[name]);
});
