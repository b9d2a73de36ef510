/**
 * Values for a schema, best first, each of them accepted by the schema as far as `check` can tell. Lazy: nothing behind
 * the value that is taken is ever made. Scorecard specification 1.2, "value of a property".
 */

import { isObject } from '../json.js';
import { check } from './check.js';
import type { JsonType } from './keywords.js';
import { fitsLimits, MAX_CHARACTERS, MAX_DEPTH } from './limits.js';
import { listsOf } from './lists.js';
import { integersOf, numbersOf } from './numbers.js';
import { objectsOf } from './objects.js';
import { rotate } from './rotate.js';
import type { Place, Search } from './search.js';
import { impliedType, type Shape, shapesOf } from './shape.js';
import { textsOf } from './texts.js';

/** What a search is made from. */
export type SearchInput = Omit<Search, 'valuesFor' | 'answers'>;

export function startSearch(input: SearchInput): Search {
  const search: Search = {
    ...input,
    answers: new WeakMap(),
    valuesFor: (schema, place) => valuesFor(search, schema, place),
  };
  return search;
}

function* valuesFor(search: Search, schema: unknown, place: Place): Generator<unknown> {
  const all: Iterator<unknown>[] = [];
  let proposed = 0;
  /** The next proposals of one shape up to one that is accepted, or `most` of them. */
  function* accepted(proposals: Iterator<unknown>, most: number): Generator<unknown> {
    for (let left = most; left > 0; left -= 1) {
      const { done, value } = proposals.next();
      if (done === true) return;
      proposed += 1;
      search.budget.step(typeof value === 'string' ? value.length : 0);
      const answer = check(search.survey, search.budget, schema, value);
      if (place.depth === 0 && isObject(value)) search.answers.set(value, answer);
      if (answer !== 'no') yield value;
    }
  }
  // The best of each shape comes before the second best of any: what a shape proposes later has more left out.
  for (const shape of shapesOf(search.survey, search.budget, schema)) {
    const proposals = proposalsOf(search, shape, enter(place, shape));
    all.push(proposals);
    let found = false;
    for (const value of accepted(proposals, 1)) {
      found = true;
      yield value;
    }
    if (found) yield* accepted(proposals, Infinity);
  }
  for (const proposals of all) yield* accepted(proposals, Infinity);
  search.note(place, proposed > 0 ? 'accepts none of the values that were tried' : 'accepts no value');
}

function enter(place: Place, { targets }: Shape): Place {
  if (targets.length === 0) return place;
  const looped = place.looped || targets.some((target) => place.trail.includes(target));
  return { ...place, looped, trail: [...place.trail, ...targets] };
}

function* proposalsOf(search: Search, shape: Shape, place: Place): Generator<unknown> {
  if (shape.choices !== undefined) {
    yield* rotate(shape.choices, place.index).filter(fitsLimits);
    return;
  }
  // Of a whole argument set every declared property is filled in, whatever the schema suggests for the whole.
  const suggested =
    place.depth === 0
      ? []
      : [...rotate(shape.examples, place.index), ...(shape.preset === undefined ? [] : [shape.preset])];
  for (const value of suggested) {
    if (search.synthetic && !isHarmless(value)) continue;
    if (fitsLimits(value)) yield value;
  }
  for (const type of typesToTry(shape)) yield* ofType(search, shape, place, type);
}

/** Numbers and flags name no record in words; a number that identifies one is not filled in at all. */
function isHarmless(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** The first type that is not `null`, then the others; `undefined` for a type that JSON Schema does not know. */
function typesToTry(shape: Shape): readonly (JsonType | undefined)[] {
  const { types } = shape;
  if (types === undefined) {
    const implied = impliedType(shape) ?? 'string';
    return [...new Set<JsonType>([implied, 'string', 'integer', 'boolean', 'object', 'array', 'null'])];
  }
  if (types.length === 0) return [undefined];
  return [...types.filter((type) => type !== 'null'), ...types.filter((type) => type === 'null')];
}

function* ofType(search: Search, shape: Shape, place: Place, type: JsonType | undefined): Generator<unknown> {
  if (place.depth >= MAX_DEPTH && (type === 'array' || type === 'object')) {
    search.note(place, `nests deeper than ${MAX_DEPTH} levels`);
    return;
  }
  switch (type) {
    case 'string':
      if (shape.minLength > MAX_CHARACTERS)
        search.note(place, `asks for a text of at least ${shape.minLength} characters`);
      else yield* textsOf(shape, { name: place.name, index: place.index, synthetic: search.synthetic });
      break;
    case 'integer':
      yield* integersOf(shape, place.index);
      break;
    case 'number':
      yield* numbersOf(shape, place.index);
      yield* integersOf(shape, place.index);
      break;
    case 'boolean':
      yield place.index % 2 === 0;
      yield place.index % 2 !== 0;
      break;
    case 'array':
      yield* listsOf(search, shape, place);
      break;
    case 'object':
      yield* objectsOf(search, shape, place);
      break;
    case 'null':
    case undefined:
      yield null;
  }
}
