import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InOrder } from '../../plugins/journal/in-order.js';

test('whatever order things end in, they are handed on in the order they began', () => {
  const order = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 });
  fc.assert(
    fc.property(order, (ended) => {
      const taken: number[] = [];
      const items = new InOrder<number>((item) => taken.push(item));
      // The odd ones are of no interest, and hold up nobody.
      for (const number of ended) items.add(number, number % 2 === 0 ? number : undefined);
      expect(taken).toEqual([2, 4, 6]);
    }),
  );
});

test('what waits for something that never ends is handed on at the end', () => {
  const taken: string[] = [];
  const items = new InOrder<string>((item) => taken.push(item));
  items.add(4, 'd');
  items.add(1, 'a');
  items.add(3, 'c');
  expect(taken).toEqual(['a']);
  items.flush();
  expect(taken).toEqual(['a', 'c', 'd']);
});
