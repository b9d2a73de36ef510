/** Words about findings that do not count, and about causes, the same in every format. */

import type { Cause } from './causes.js';
import { someOf } from './numbers.js';
import { quietCounts } from './quiet-checks.js';
import type { ScorecardView } from './view.js';

const MOST_OWNERS = 8;

export const UNCOUNTED = 'Also found, not counted in the grade';
export const UNCOUNTED_CHECKS = 'Checks that are not counted in the grade';

/** How to make them count, and what else the same rules looked at; `listedBy` says where a reader finds these, if not here. */
export function uncountedTexts(
  { uncounted }: Pick<ScorecardView, 'uncounted'>,
  listedBy: string | undefined,
): readonly string[] {
  const counts = listedBy === undefined ? '' : quietCounts(uncounted.effects);
  return [
    'They count with --preset strict, or with counted: true for a rule in a config.',
    ...(counts === '' ? [] : [`Other checks by rules that do not count: ${counts}; ${listedBy} lists them.`]),
  ];
}

/** `The same on a, b; less certain on c`: on whom else a cause was seen, their names as `named` writes them; or nothing. */
export function elsewhere({ owners, weaker }: Cause, named: (owner: string) => string): string {
  const some = (of: readonly string[]): string => someOf(of.map(named), MOST_OWNERS);
  const strong = owners.slice(1).filter((owner) => !weaker.includes(owner));
  const parts = [
    ...(strong.length === 0 ? [] : [`the same on ${some(strong)}`]),
    ...(weaker.length === 0 ? [] : [`less certain on ${some(weaker)}`]),
  ];
  const text = parts.join('; ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The causes to show first, and how many are left: at most `each` for any tool, and `most` in all. */
export function strongest(
  causes: readonly Cause[],
  { each, most }: { readonly each: number; readonly most: number },
): { readonly shown: readonly Cause[]; readonly more: number } {
  const told = new Map<string, number>();
  const shown = causes
    .filter(({ owners }) => {
      const fresh = owners.some((owner) => (told.get(owner) ?? 0) < each);
      if (fresh) for (const owner of owners) told.set(owner, (told.get(owner) ?? 0) + 1);
      return fresh;
    })
    .slice(0, most);
  return { shown, more: causes.length - shown.length };
}
