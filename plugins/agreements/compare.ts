/** Two lists of items held against each other. Items are canonical JSON. */

import type { AgreementExpectation } from '../../core/index.js';

/** An item that is not as often on the right as it should be. */
export interface Difference {
  readonly item: string;
  readonly left: number;
  readonly right: number;
}

/** `subset`: items of the left that the right lacks. `equal`: items that are not equally often on both sides. Order aside. */
export function differencesOf(
  left: readonly string[],
  right: readonly string[],
  expect: AgreementExpectation,
): readonly Difference[] {
  const [inLeft, inRight] = [tally(left), tally(right)];
  const items = expect === 'subset' ? inLeft.keys() : new Set([...inLeft.keys(), ...inRight.keys()]);
  return [...items]
    .map((item) => ({ item, left: inLeft.get(item) ?? 0, right: inRight.get(item) ?? 0 }))
    .filter(({ left: l, right: r }) => (expect === 'subset' ? r === 0 : l !== r));
}

/** True when both hold the same items, equally often. */
export function isSame(a: readonly string[], b: readonly string[]): boolean {
  return differencesOf(a, b, 'equal').length === 0;
}

function tally(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

const MOST_SHOWN = 3;
const MOST_CHARACTERS = 80;

/** Up to three of them, each with the side it is on: `"T-0" (left only), …`. */
export function differenceWords(differences: readonly Difference[]): string {
  const shown = differences.slice(0, MOST_SHOWN).map(({ item, left, right }) => {
    const text = item.length > MOST_CHARACTERS ? `${item.slice(0, MOST_CHARACTERS - 1)}…` : item;
    if (right === 0) return `${text} (left only)`;
    return left === 0 ? `${text} (right only)` : `${text} (${left} on the left, ${right} on the right)`;
  });
  const more = differences.length - MOST_SHOWN;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
