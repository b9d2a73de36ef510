/** Lists of different lengths. Scorecard specification 1.2, row 12. */

import { canonical } from './keywords.js';
import { MAX_ITEMS, MAX_VALUES } from './limits.js';
import { isLean, type Place, type Search, Supply } from './search.js';
import { allOf, type Shape } from './shape.js';

/** Items of a list when nothing is declared, and the most that are made without need. */
const USUAL_ITEMS = { least: 1, most: 5, wanted: 3 };
/** Items whose second choice is tried when the first choices do not do together. */
const VARIED_ITEMS = 10;
/** Combinations of places for the items that `contains` asks for. */
const PLACEMENTS = 60;
/** Values looked through for one that the list does not hold yet. */
const DISTINCT_TRIES = 2 * MAX_ITEMS;

/** Lists the shape allows, the wanted length first; empty when no list does. */
export function* listsOf(search: Search, shape: Shape, place: Place): Generator<readonly unknown[]> {
  const demanded = Math.max(shape.minItems ?? 0, ...shape.contains.map(({ min }) => min));
  if (demanded > MAX_ITEMS) {
    search.note(place, `asks for at least ${demanded} items`);
    return;
  }
  if (demanded * place.width > MAX_VALUES) {
    search.note(place, `asks for more than ${MAX_VALUES} values, with the lists around it`);
    return;
  }
  const supplies = new Map<string, Supply>();
  const all = lengths(shape, demanded, place.index, isLean(search, place));
  const inner = (at: number): Place => itemPlace(place, at, Math.max(1, all[0] ?? 1));
  for (const length of all) {
    for (const starts of placements(shape, length)) {
      const supply = (at: number): Supply => {
        const contained = shape.contains.map(({ min }, which) => (at - (starts[which] ?? 0) + length) % length < min);
        const key = `${at} ${contained.join()}`;
        const made = supplies.get(key) ?? new Supply(search.valuesFor(itemSchema(shape, at, contained), inner(at)));
        supplies.set(key, made);
        return made;
      };
      const plain = build(shape, length, supply, -1);
      if (plain === undefined) continue;
      yield plain;
      for (let varied = 0; varied < Math.min(length, VARIED_ITEMS); varied += 1) {
        const other = build(shape, length, supply, varied);
        if (other !== undefined) yield other;
      }
    }
  }
}

/** Where the items that each `contains` asks for begin: behind each other, then in every combination (wrapped at the end). */
function placements(shape: Shape, length: number): readonly (readonly number[])[] {
  if (shape.contains.length === 0 || length === 0) return [[]];
  let next = 0;
  const inOrder = shape.contains.map(({ min }) => {
    next += min;
    return (next - min) % length;
  });
  let all: readonly (readonly number[])[] = [[]];
  for (let which = 0; which < shape.contains.length; which += 1) {
    all = all.flatMap((starts) => Array.from({ length }, (_, at) => [...starts, at])).slice(0, PLACEMENTS);
  }
  return [inOrder, ...all];
}

/** `minItems + index`, wrapped; then every other length in that range, then the shortest ones. */
function lengths(shape: Shape, demanded: number, index: number, lean: boolean): readonly number[] {
  const most = Math.min(shape.maxItems, MAX_ITEMS);
  const low = Math.min(Math.max(shape.minItems ?? USUAL_ITEMS.least, demanded), most);
  const high = Math.max(low, Math.min(Number.isFinite(shape.maxItems) ? most : USUAL_ITEMS.most, USUAL_ITEMS.wanted));
  const wanted = Array.from({ length: high - low + 1 }, (_, at) => low + ((index + at) % (high - low + 1)));
  const short = Array.from({ length: USUAL_ITEMS.most }, (_, at) => demanded + at);
  const all = lean ? [...short, ...wanted] : [...wanted, ...short];
  return [...new Set(all.filter((length) => length >= demanded && length <= most))];
}

/** A list of the first choices, with the second choice for item `varied`; undefined when some item has no value. */
function build(
  shape: Shape,
  length: number,
  supply: (at: number) => Supply,
  varied: number,
): readonly unknown[] | undefined {
  const taken = new Set<string>();
  const list: unknown[] = [];
  for (let at = 0; at < length; at += 1) {
    let choice = at === varied ? 1 : 0;
    const source = supply(at);
    while (source.has(choice) && shape.unique && choice < DISTINCT_TRIES && taken.has(canonical(source.at(choice))))
      choice += 1;
    if (!source.has(choice) || choice >= DISTINCT_TRIES) return undefined;
    const value = source.at(choice);
    if (shape.unique) taken.add(canonical(value));
    list.push(value);
  }
  return list;
}

function itemPlace(place: Place, at: number, length: number): Place {
  const { name, path, index, depth, width } = place;
  return {
    ...place,
    name: `${name}_item`,
    path: `${path}[${at}]`,
    index: index + at,
    depth: depth + 1,
    width: width * length,
  };
}

/** What item `at` must satisfy. */
function itemSchema(shape: Shape, at: number, contained: readonly boolean[]): unknown {
  const parts = shape.lists.map(({ first, rest }) => (at < first.length ? first[at] : rest));
  for (const [which, { schema, max }] of shape.contains.entries()) {
    if (contained[which] === true) parts.push(schema);
    else if (Number.isFinite(max)) parts.push({ not: schema });
  }
  return allOf(parts);
}
