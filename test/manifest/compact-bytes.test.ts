import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactBytes } from '../../core/manifest/compact-bytes.js';

test('it counts the bytes of compact JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(compactBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  ['several items', '[1,[],{},null]'],
  ['letters outside ASCII, in names too', '{"größe":"日本 😀"}'],
  ['what must be escaped', String.raw`{"a\n\"b":"\u0000\ud800"}`],
  ['a name of the prototype', '{"__proto__":{"constructor":1}}'],
])('%s', (_what, json) => {
  expect(compactBytes(JSON.parse(json))).toBe(Buffer.byteLength(json));
});

test('depth does not matter', () => {
  const depth = 200_000;
  const json = `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
  const value: unknown = JSON.parse(json);
  expect(() => JSON.stringify(value)).toThrow(RangeError);
  expect(compactBytes(value)).toBe(json.length);
});
