import { describe, expect, it } from 'vitest';
import { distinctHex, markerFor, markerPrefix, randomHex, withoutMarkers } from '../../core/effects/marker.js';

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
