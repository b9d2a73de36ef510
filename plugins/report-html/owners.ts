/** Tools, and what else findings are about, by number: what the filter compares, because names may hold anything. */

import type { Report } from '../../core/index.js';
import { namedTool } from '../scorecard-view/names.js';
import type { ScorecardView } from '../scorecard-view/view.js';

export interface Owners {
  /** Names in order, tools first; a name's place is its number. */
  readonly names: readonly string[];
  numberOf(name: string): number;
  /** Numbers of those of whom something was found. */
  readonly found: ReadonlySet<number>;
}

export function ownersOf({ tools }: Report, { fixes, notes, effects, uncounted }: ScorecardView): Owners {
  const found = [
    ...fixes.map(({ owner }) => owner),
    ...notes.map(({ owner }) => owner),
    ...uncounted.causes.flatMap(({ owners }) => owners),
  ];
  const checked = [...effects, ...uncounted.effects].map(({ tool }) => tool);
  const names = [...new Set([...tools.map(({ name }) => name), ...found, ...checked])];
  const numbers = new Map(names.map((name, at) => [name, at]));
  const numberOf = (name: string): number => numbers.get(name) ?? -1;
  return { names: names.map(namedTool), numberOf, found: new Set(found.map(numberOf)) };
}
