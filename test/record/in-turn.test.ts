import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InTurn } from '../../plugins/recording/in-turn.js';

describe('what waits at once', () => {
  it('goes on in the order of its places, not in that of waiting', async () => {
    const turns = new InTurn();
    const gone: number[] = [];
    await Promise.all([3, 1, 2].map(async (place) => (await turns.wait(place), gone.push(place))));
    expect(gone).toEqual([1, 2, 3]);
  });

  it('lets in who comes only after an answer', async () => {
    const turns = new InTurn();
    const gone: number[] = [];
    const slow = turns.wait(9).then(() => gone.push(9));
    for (const place of [1, 2, 3]) {
      await turns.wait(place);
      gone.push(place);
      await nextTurn();
    }
    await slow;
    expect(gone).toEqual([1, 2, 3, 9]);
  });

  it('goes on alone, too', async () => {
    const turns = new InTurn();
    await expect(turns.wait(7)).resolves.toBeUndefined();
    await expect(turns.wait(1)).resolves.toBeUndefined();
  });
});
