import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { excerptOf, oneLine } from '../../core/excerpt.js';

test('a cut line ends in an ellipsis and in a whole character', () => {
  expect(oneLine('short', 10)).toBe('short');
  expect(oneLine('a  b\n c', 10)).toBe('a b c');
  expect(oneLine('0123456789', 10)).toBe('0123456789');
  expect(oneLine('01234567890', 10)).toBe('012345678…');
  expect(oneLine('01234567😀90', 10)).toBe('01234567…');
});

test('an excerpt does not keep the answer it was cut from', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 10; at += 1) {
    const json = JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(4_000_000) + at }] });
    kept.push(excerptOf({ outcome: 'result', result: JSON.parse(json) as unknown }));
  }
  collect();
  expect(kept.map((text) => text.length)).toEqual(Array.from({ length: 10 }, () => 200));
  // The answers are 40 MB together.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});
