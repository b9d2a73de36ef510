import { describe, expect, it } from 'vitest';
import {
  distinctHex,
  markerFor,
  markerPrefix,
  randomHex,
  seededHex,
  withHex,
  withoutMarkers,
} from '../../core/effects/marker.js';

describe('a marker', () => {
  it('says whose it is and which field it is in', () => {
    expect(markerFor('64c7f0', 'title')).toBe('tsp64c7f0-title');
    expect(markerPrefix('64c7f0')).toBe('tsp64c7f0-');
  });

  it.each([
    ['entityName', 'entityName'],
    ['note id', 'note_id'],
    ['a.b[]', 'a_b__'],
    ['größe', 'gr__e'],
    ['x'.repeat(500), 'x'.repeat(40)],
  ])('is plain and short for the field %s', (field, written) => {
    expect(markerFor('000000', field)).toBe(`tsp000000-${written}`);
  });

  it('is gone from a text without it, and nothing else is', () => {
    expect(withoutMarkers('saved tsp64c7f0-title, TSP64C7F0-BODY and tspx-y')).toBe('saved ,  and tspx-y');
  });

  it('has six random digits that a source gives once', () => {
    expect(randomHex()).toMatch(/^[0-9a-f]{6}$/);
    const given = ['aaaaaa', 'aaaaaa', 'bbbbbb'];
    const next = distinctHex(() => given.shift() ?? 'cccccc');
    expect([next(), next(), next()]).toEqual(['aaaaaa', 'bbbbbb', 'cccccc']);
  });

  it('comes in the end also from a source that has only one', () => {
    const next = distinctHex(() => 'aaaaaa');
    expect([next(), next()]).toEqual(['aaaaaa', 'aaaaaa']);
  });
});

describe('the digits of a run that is made again', () => {
  const drawn = async (): Promise<readonly string[]> => {
    const first = randomHex();
    await Promise.resolve();
    return [first, randomHex(), randomHex()];
  };

  it('follow from its seed, and differ from each other and from those of another', () => {
    const [one, same, other] = ['a1', 'a1', 'b2'].map((seed) => {
      const next = seededHex(seed);
      return [next(), next(), next()];
    });
    expect(one).toEqual(same);
    expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(6);
    for (const hex of one ?? []) expect(hex).toMatch(/^[0-9a-f]{6}$/);
  });

  it('are its own, whatever else runs meanwhile', async () => {
    const alone = await withHex(seededHex('a1'), drawn);
    const [together, other, free] = await Promise.all([
      withHex(seededHex('a1'), drawn),
      withHex(seededHex('b2'), drawn),
      drawn(),
    ]);
    expect(together).toEqual(alone);
    expect(other).not.toEqual(alone);
    expect(free).not.toEqual(alone);
    expect(await drawn()).not.toEqual(alone);
  });
});
