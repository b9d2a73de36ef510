import { describe, expect, it } from 'vitest';
import { lookUntil, restOf } from '../../core/effects/look-again.js';

const { signal } = new AbortController();

describe('looking until something shows', () => {
  it('looks once when it shows at once', async () => {
    expect(await lookUntil(Boolean, async () => 1, { settleMs: [60_000], signal })).toEqual([1]);
  });

  it('looks once more behind every wait', async () => {
    let looks = 0;
    expect(
      await lookUntil(
        () => false,
        async () => (looks += 1),
        { settleMs: [1, 1], signal },
      ),
    ).toEqual([1, 2, 3]);
  });

  it('stops when the run is over', async () => {
    const over = { settleMs: [60_000], signal: AbortSignal.abort() };
    expect(
      await lookUntil(
        () => false,
        async () => 0,
        over,
      ),
    ).toEqual([0]);
  });
});

describe('waits of which some time has passed', () => {
  it.each([
    [0, [250, 1000]],
    [100, [150, 1000]],
    [250, [1000]],
    [300, [950]],
    [1250, []],
    [Number.POSITIVE_INFINITY, []],
  ])('after %d ms', (passed, left) => {
    expect(restOf([250, 1000], passed)).toEqual(left);
  });
});
