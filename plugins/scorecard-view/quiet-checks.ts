/** Checks of which a reader hears only when they fail: there are many, and most have nothing to tell. */

import type { EffectRow } from './effects.js';

/** What a table lists: not what was skipped, and of quiet checks only those that failed unless `all` are wanted. */
export function listedEffects(effects: readonly EffectRow[], all = false): readonly EffectRow[] {
  return effects.filter(({ status, quiet }) => (quiet ? all || status === 'fail' : status !== 'skipped'));
}

const WORDS = [
  ['pass', 'passed'],
  ['inconclusive', 'inconclusive'],
  ['skipped', 'skipped'],
] as const;

/** `41 passed, 12 inconclusive, 9 skipped`: the quiet checks that no table lists. Empty when there are none. */
export function quietCounts(effects: readonly EffectRow[]): string {
  return WORDS.flatMap(([wanted, word]) => {
    const count = effects.filter(({ quiet, status }) => quiet && status === wanted).length;
    return count === 0 ? [] : [`${count} ${word}`];
  }).join(', ');
}
