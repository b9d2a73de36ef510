import { describe, expect, it } from 'vitest';
import { inOrder } from '../../core/cli/in-order.js';

/** Work that ends when told. */
function controlled(count: number) {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const waits = Array.from({ length: count }, (_, index) => new Promise<void>((done) => (ends[index] = done)));
  const work = async (_item: number, index: number): Promise<string> => {
    begun.push(index);
    await waits[index];
    return `result ${index}`;
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  const end = async (index: number): Promise<void> => {
    ends[index]?.();
    await settle();
  };
  return { work, begun, end, settle };
}

const items = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('inOrder', () => {
  it('works on so many at a time, and hands on in order', async () => {
    const { work, begun, end, settle } = controlled(4);
    const taken: string[] = [];
    const all = inOrder(items(4), { jobs: 2 }, work, (result) => void taken.push(result));
    await settle();
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect([begun, taken]).toEqual([[0, 1, 2], []]);
    await end(0);
    expect(taken).toEqual(['result 0', 'result 1']);
    await end(3);
    await end(2);
    await all;
    expect(taken).toEqual(['result 0', 'result 1', 'result 2', 'result 3']);
  });

  it('lets no more results wait than it may', async () => {
    const { work, begun, end, settle } = controlled(6);
    const taken: string[] = [];
    const all = inOrder(items(6), { jobs: 2, ahead: 3 }, work, (result) => void taken.push(result));
    await settle();
    await end(1);
    await end(2);
    expect([begun, taken]).toEqual([[0, 1, 2], []]);
    for (const index of [0, 3, 4, 5]) await end(index);
    await all;
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.each(['work', 'take'])('tells what went wrong in %s, and begins nothing more', async (where) => {
    const begun: number[] = [];
    const fail = (at: string, index: number): void => {
      if (at === where && index === 1) throw new Error(`${where} failed`);
    };
    const all = inOrder(
      items(9),
      { jobs: 2, ahead: 2 },
      async (_, index) => {
        begun.push(index);
        fail('work', index);
      },
      (_, index) => fail('take', index),
    );
    await expect(all).rejects.toThrow(`${where} failed`);
    expect(begun.length).toBeLessThan(6);
  });

  it('is over at once without items', async () => {
    const never = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(inOrder([], { jobs: 3 }, never, () => {})).resolves.toBeUndefined();
  });
});
