/** How an answer that a parameter should bound differs from what it may be. Pure: items are canonical texts or lines. Scorecard specification, 2.6. */

import type { BoundExpectation } from '../../core/index.js';

/** More than the value allows, fewer than it promises, as many but others, or nothing of that. */
export type Deviation = 'none' | 'more' | 'fewer' | 'other';

/** What came back for one value. */
export interface Tried {
  readonly value: number;
  readonly items: readonly string[];
}

export interface Judged extends Tried {
  readonly deviation: Deviation;
  /** It is only a deviation if what came without the parameter is still the whole. */
  readonly restsOnAll: boolean;
}

export interface Whole {
  /** What came without the parameter; undefined when it must be given. */
  readonly all: readonly string[] | undefined;
  /** The answer says that there is more than it holds. */
  readonly partial: boolean;
}

/** Holds one answer against the whole. */
export function judgeBound(expect: BoundExpectation, { all, partial }: Whole, tried: Tried): Judged {
  const { value, items } = tried;
  const judged = (deviation: Deviation, restsOnAll: boolean): Judged => ({ ...tried, deviation, restsOnAll });
  if (items.length > value) return judged('more', false);
  if (all === undefined || expect === 'at_most') return judged('none', false);
  if (items.length < Math.min(value, all.length)) return judged('fewer', true);
  if (expect === 'exact') return judged('none', false);
  // The end of a part says nothing about the end of the whole.
  if (expect === 'suffix' && partial) return judged('none', false);
  return isSlice(expect, all, items) ? judged('none', false) : judged('other', true);
}

/** More than came without the parameter may come with it, when that was only a first page; what both hold must be the same. */
function isSlice(expect: 'prefix' | 'suffix', all: readonly string[], items: readonly string[]): boolean {
  const count = Math.min(all.length, items.length);
  const end = (list: readonly string[]): readonly string[] =>
    expect === 'prefix' ? list.slice(0, count) : list.slice(list.length - count);
  const wanted = end(all);
  return end(items).every((item, at) => item === wanted[at]);
}

/** True when some value was below what there is, so that something was bounded at all. */
export function boundedAnything({ all }: Whole, tries: readonly Tried[]): boolean {
  const size = all?.length ?? Math.max(0, ...tries.map(({ items }) => items.length));
  return tries.some(({ value }) => value < size);
}
