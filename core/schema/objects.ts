/** Objects with every declared property. Scorecard specification 1.2, row 13. */

import { identifiesRecord } from '../name-words.js';
import type { JsonObject } from '../json.js';
import { check } from './check.js';
import { setMember } from './keywords.js';
import { MAX_ITEMS } from './limits.js';
import { matches } from './regular-expressions.js';
import { isLean, type Place, type Search, Supply } from './search.js';
import { allOf, type ObjectPart, type Shape } from './shape.js';

/** Members that are left out or varied one by one when all of them do not do together. */
const VARIED_MEMBERS = 30;
const SECOND_CHOICES = [1, 2];

interface Member {
  readonly name: string;
  readonly needed: boolean;
  readonly supply: Supply;
}

/** Objects the shape allows: everything filled in, then with less, then with other values. */
export function* objectsOf(search: Search, shape: Shape, place: Place): Generator<JsonObject> {
  if (shape.minProperties > MAX_ITEMS) {
    search.note(place, `asks for at least ${shape.minProperties} properties`);
    return;
  }
  const members = membersOf(search, shape, place);
  if (members === undefined) return;
  const needed = members.filter((member) => member.needed);
  const optional = members.filter((member) => !member.needed);
  yield compose(shape, members);
  for (const left of optional.slice(0, VARIED_MEMBERS))
    yield compose(
      shape,
      members.filter((member) => member !== left),
    );
  if (optional.length > 0) yield compose(shape, needed);
  for (const kept of optional.slice(0, VARIED_MEMBERS)) yield compose(shape, [...needed, kept]);
  for (const present of [members, needed]) {
    for (const varied of present.slice(0, VARIED_MEMBERS)) {
      for (const choice of SECOND_CHOICES) if (varied.supply.has(choice)) yield compose(shape, present, varied, choice);
    }
  }
}

function compose(shape: Shape, members: readonly Member[], varied?: Member, choice = 0): JsonObject {
  const object: Record<string, unknown> = {};
  for (const member of closed(shape, members))
    setMember(object, member.name, member.supply.at(member === varied ? choice : 0));
  return object;
}

/** Without those that may only be there together with one that is not. */
function closed(shape: Shape, members: readonly Member[]): readonly Member[] {
  if (shape.dependent.length === 0) return members;
  const names = new Set(members.map(({ name }) => name));
  const broken = shape.dependent.filter(
    ([name, others]) => names.has(name) && others.some((other) => !names.has(other)),
  );
  const kept = members.filter(({ name, needed }) => needed || !broken.some(([dependent]) => dependent === name));
  return kept.length === members.length ? kept : closed(shape, kept);
}

/** The members to fill in, each with a value; undefined when a needed one has none. */
function membersOf(search: Search, shape: Shape, place: Place): readonly Member[] | undefined {
  const needed = neededNames(shape);
  const lean = isLean(search, place);
  const declared = shape.objects.flatMap(({ properties }) => Object.keys(properties));
  const dependent = lean
    ? []
    : shape.dependent.filter(([name]) => declared.includes(name)).flatMap(([, others]) => others);
  const members: Member[] = [];
  const names = new Set([...(lean ? declared.filter((name) => needed.has(name)) : declared), ...needed, ...dependent]);
  const inner = { ...place, depth: place.depth + 1, width: place.width * Math.max(1, names.size) };
  for (const name of names) {
    const isNeeded = needed.has(name);
    const member = memberOf(search, shape, inner, name, isNeeded);
    if (member !== undefined) members.push(member);
    else if (isNeeded) return undefined;
  }
  return sized(search, shape, inner, members);
}

/** What is required, and what that brings along. */
function neededNames(shape: Shape): ReadonlySet<string> {
  const names = new Set(shape.required);
  for (const name of names) {
    for (const [dependent, others] of shape.dependent)
      if (dependent === name) for (const other of others) names.add(other);
  }
  return names;
}

function memberOf(search: Search, shape: Shape, place: Place, name: string, needed: boolean): Member | undefined {
  const schema = memberSchema(search, shape, name);
  const path = place.path === '' ? name : `${place.path}.${name}`;
  const inner = { ...place, name, path };
  if (schema === false) {
    if (needed) search.note(inner, 'is required and not allowed');
    return undefined;
  }
  const supply = new Supply(search.valuesFor(schema, inner));
  if (!supply.has(0)) return undefined;
  if (search.synthetic && !needed && identifiesRecord(name) && holdsNumber(supply.at(0))) return undefined;
  return { name, needed, supply };
}

/** A number, or a list of them: with an identifying name it could be somebody's record. */
function holdsNumber(value: unknown): boolean {
  return typeof value === 'number' || (Array.isArray(value) && typeof value[0] === 'number');
}

/** What a member of this name must satisfy; false when there may be none. */
function memberSchema(search: Search, shape: Shape, name: string): unknown {
  if (shape.names.some((schema) => check(search.survey, search.budget, schema, name) === 'no')) return false;
  return allOf(shape.objects.flatMap((part) => partSchemas(part, name)));
}

function partSchemas({ properties, patterns, additional }: ObjectPart, name: string): readonly unknown[] {
  const schemas = Object.keys(patterns)
    .filter((pattern) => matches(pattern, name) === true)
    .map((pattern) => patterns[pattern]);
  if (Object.hasOwn(properties, name)) schemas.push(properties[name]);
  return schemas.length === 0 ? [additional] : schemas;
}

/** As many members as the shape wants: optional ones left out from the end, or new ones made up. */
function sized(search: Search, shape: Shape, place: Place, members: readonly Member[]): readonly Member[] {
  if (members.length > shape.maxProperties) {
    const room = shape.maxProperties - members.filter(({ needed }) => needed).length;
    const kept = new Set(members.filter(({ needed }) => !needed).slice(0, Math.max(0, room)));
    return members.filter((member) => member.needed || kept.has(member));
  }
  if (members.length >= shape.minProperties) return members;
  const all = [...members];
  const names = new Set(members.map(({ name }) => name));
  for (const name of newNames(search, shape, place)) {
    if (all.length >= shape.minProperties) break;
    if (names.has(name)) continue;
    names.add(name);
    const member = memberOf(search, shape, place, name, true);
    if (member !== undefined) all.push(member);
  }
  return all;
}

function* newNames(search: Search, shape: Shape, place: Place): Generator<string> {
  const declared = shape.objects.flatMap(({ properties }) => Object.keys(properties));
  const patterns = shape.objects.flatMap((part) => Object.keys(part.patterns));
  const inner = { ...place, name: 'key' };
  const wanted = [...patterns.map((pattern) => ({ type: 'string', pattern })), { type: 'string' }];
  yield* declared;
  for (const schema of wanted) {
    let left = MAX_ITEMS;
    for (const name of search.valuesFor(allOf([schema, ...shape.names]), inner)) {
      if (typeof name === 'string') yield name;
      left -= 1;
      if (left === 0) break;
    }
  }
}
