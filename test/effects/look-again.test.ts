import { describe, expect, it } from 'vitest';
import { lookUntil } from '../../core/effects/look-again.js';

const counting = () => {
  let looks = 0;
  return async (): Promise<number> => (looks += 1);
};
const waiting = (settleMs: readonly number[], signal = new AbortController().signal) => ({ settleMs, signal });

describe('looking again', () => {
  it('ends with the first look that is fine', async () => {
    expect(await lookUntil(() => true, counting(), waiting([0, 0]))).toEqual([1]);
    expect(await lookUntil((seen) => seen === 2, counting(), waiting([0, 0]))).toEqual([1, 2]);
  });

  it('ends when all waits are used up, and gives everything that was seen', async () => {
    expect(await lookUntil(() => false, counting(), waiting([0, 0]))).toEqual([1, 2, 3]);
    expect(await lookUntil(() => false, counting(), waiting([]))).toEqual([1]);
  });

  it('ends when the run is over', async () => {
    expect(await lookUntil(() => false, counting(), waiting([0, 0], AbortSignal.abort()))).toEqual([1]);
    const controller = new AbortController();
    const isFine = (): boolean => {
      queueMicrotask(() => controller.abort());
      return false;
    };
    const seen = lookUntil(isFine, counting(), waiting([60_000], controller.signal));
    await expect(seen).resolves.toEqual([1, 2]);
  });
});
