import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharacters, estimateTextTokens, estimateTokens, type JsonObject } from '../../core/index.js';
import { tool } from '../lint/judged.js';

const named = (name: string, inputSchema: JsonObject = {}): number =>
  estimateTokens(tool({ name, description: '', inputSchema }));
const EMPTY = '{"description": "", "inputSchema": {}, "name": ""}'.length;

test('characters of the JSON divided by four, a half to the even neighbour', () => {
  expect(EMPTY).toBe(50);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((length) => named('n'.repeat(length)))).toEqual([
    12, 13, 13, 13, 14, 14, 14, 14, 14, 15,
  ]);
});

test('separators are followed by a blank, as Python writes them', () => {
  for (const [value, text] of [
    [{ b: { c: true }, a: [1, 2] }, '{"a": [1, 2], "b": {"c": true}}'],
    [{ a: [], b: {}, c: null, d: false }, '{"a": [], "b": {}, "c": null, "d": false}'],
  ] as const) {
    expect(named('', value)).toBe(Math.round((EMPTY - '{}'.length + text.length) / 4));
  }
});

test.each([
  ['ä€語😀', 4],
  ['\n\t"\\\b\f\r', 14],
  ['\u0001\u001f', 12],
  ['\u007f\u2028\ud800x', 4],
])('the name %j takes %i characters: code points, escaped only where JSON must', (name, length) => {
  const same = named('n'.repeat(length));
  expect([named(name), named(`${name}n`), named(`${name}nn`)]).toEqual([
    same,
    named('n'.repeat(length + 1)),
    named('n'.repeat(length + 2)),
  ]);
});

test.each([
  [0.00001, '1e-05'],
  [0.0001, '0.0001'],
  [-1.5e-7, '-1.5e-07'],
  [1.25e-10, '1.25e-10'],
  [1.7976931348623157e308, '1.7976931348623157e+308'],
  [9007199254740991, '9007199254740991'],
  [0.5, '0.5'],
])('the number %d is written as %s, as Python does', (number, text) => {
  for (const fill of ['', 'n', 'nn', 'nnn']) {
    expect(named(fill, { a: number })).toBe(named(fill, { a: 'n'.repeat(text.length - 2) }));
  }
});

test('agrees with JSON whose blanks are added by hand', () => {
  const spaced = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`)
      .join(', ')}}`;
  };
  const schemas = fc.object({
    withBoxedValues: false,
    values: [fc.string(), fc.boolean(), fc.integer(), fc.constant(null)],
  });
  fc.assert(
    fc.property(schemas, (schema) => {
      const characters = EMPTY - 2 + [...spaced(schema)].length;
      expect(Math.abs(named('', schema as JsonObject) - characters / 4)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test('a schema nested thousands deep is counted', () => {
  let schema: JsonObject = {};
  for (let depth = 0; depth < 20_000; depth += 1) schema = { not: schema };
  expect(named('nn', schema)).toBe((EMPTY + 2 + 20_000 * '{"not": }'.length) / 4);
});

test('text is counted as it is', () => {
  expect(estimateTextTokens('')).toBe(0);
  expect(estimateTextTokens('a')).toBe(1);
  expect(estimateTextTokens('"\n'.repeat(4))).toBe(2);
  expect(estimateTextTokens('😀'.repeat(10))).toBe(2);
});

test('a pair of surrogates is one character, a lone one as well', () => {
  expect(countCharacters('a😀b')).toBe(3);
  expect(countCharacters('\ud83d\ud83d\ude00\ude00')).toBe(3);
  expect(countCharacters('')).toBe(0);
});
