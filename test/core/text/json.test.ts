import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedJson, jsonText } from '../../../core/index.js';

test('characters that act stand as escapes, and it parses to the same value', () => {
  const value = {
    'k\u202e': 'a\u007fb\u009bc\u2028d\u200be\u{e0041}f\ud83dg ##[error]h',
    list: [1, null, true, 'é 漢 🎉'],
  };
  const text = jsonText(value);
  expect(text).toContain(String.raw`"k\u202e": "a\u007fb\u009bc\u2028d\u200be\udb40\udc41f\ud83dg \u0023#[error]h"`);
  expect(text).toContain('"é 漢 🎉"');
  expect(text.endsWith('\n')).toBe(true);
  expect(JSON.parse(text)).toEqual(value);
});

test('any text comes back as it was, and nothing raw is left', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (value) => {
      const text = jsonText(value, 0);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(text)).toEqual(value);
    }),
  );
});

test('a small value is copied whole, members called __proto__ included', () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": [1, "x", null, false]}, "constructor": 2}');
  expect(JSON.stringify(boundedJson(value))).toBe(JSON.stringify(value));
});

test('what is too deep, too much or too long is cut', () => {
  let deep: unknown = 1;
  for (let at = 0; at < 100_000; at += 1) deep = [deep];
  expect(boundedJson(deep, { depth: 2 })).toEqual([['…']]);
  expect(boundedJson([1, 2, 3, 4, 5], { values: 4 })).toEqual([1, 2, 3, '…']);
  expect(boundedJson([[1, 2], [3], { a: 4 }], { values: 4 })).toEqual([[1, 2], '…']);
  expect(boundedJson({ a: 1, b: 2 }, { values: 2 })).toEqual({ a: 1, '…': '…' });
  expect(boundedJson({ text: 'abcdef' }, { text: 4 })).toEqual({ text: 'abc…' });
  expect(
    JSON.stringify(boundedJson(Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }, () => 0)))).length,
  ).toBeLessThan(30_000);
});
