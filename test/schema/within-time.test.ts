import { expect, test } from 'vitest';
import { withinTime } from '../../core/schema/within-time.js';

test('what ends in time gives what it gives', () => {
  const value = { a: 1 };
  expect(withinTime(60_000, () => value)).toBe(value);
});

test('what it throws comes through', () => {
  const fault = new RangeError('too deep');
  expect(() =>
    withinTime(60_000, () => {
      throw fault;
    }),
  ).toThrow(fault);
});

test.each<[string, () => unknown]>([
  [
    'a loop',
    () => {
      for (let on = true; on; on = performance.now() > 0);
    },
  ],
  ['a regular expression', () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)],
])('what does not end is stopped: %s', (_what, work) => {
  expect(() => withinTime(50, work)).toThrow(expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }));
  expect(withinTime(60_000, () => 1)).toBe(1);
});
