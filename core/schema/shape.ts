/**
 * What a schema demands of a value, on one level: references resolved, `allOf` merged, one branch of every union taken.
 * A schema has as many shapes as its unions have combinations; the likeliest comes first. A shape may promise less than
 * its schema (`not`, `if` and the like stay out), so values made from it are checked against the schema itself.
 */

import { isObject, type JsonObject } from '../json.js';
import * as keyword from './keywords.js';
import type { JsonType } from './keywords.js';
import type { Budget } from './limits.js';
import { resolve, type Survey } from './survey.js';

/** What one of the merged schemas says of members or items; a part must satisfy every one of them. */
export interface ObjectPart {
  readonly properties: JsonObject;
  readonly patterns: JsonObject;
  readonly additional: unknown;
}
export interface ListPart {
  readonly first: readonly unknown[];
  readonly rest: unknown;
}

export interface Shape {
  /** Undefined: any. Empty: only types that JSON Schema does not know. */
  types: readonly JsonType[] | undefined;
  /** Allowed values, of `enum` and `const`. */
  choices: readonly unknown[] | undefined;
  examples: readonly unknown[];
  /** Undefined when there is none or it is null. */
  preset: unknown;
  description: string;
  minimum: number;
  above: number;
  maximum: number;
  below: number;
  multiples: readonly number[];
  minLength: number;
  maxLength: number;
  patterns: readonly string[];
  formats: readonly string[];
  lists: readonly ListPart[];
  /** Undefined when no lower bound is declared: the default is 1 item then, not 0. */
  minItems: number | undefined;
  maxItems: number;
  unique: boolean;
  contains: readonly { readonly schema: unknown; readonly min: number; readonly max: number }[];
  objects: readonly ObjectPart[];
  required: readonly string[];
  minProperties: number;
  maxProperties: number;
  names: readonly unknown[];
  dependent: readonly (readonly [string, readonly string[]])[];
  /** Schemas reached by reference; meeting one again further inside is a loop. */
  targets: readonly unknown[];
}

/** Alternatives of which at least one must hold (`needed`), or that only narrow what the shape already says. */
interface Union {
  readonly branches: readonly unknown[];
  readonly needed: boolean;
}

/** Schemas merged into one shape: more is a chain of `allOf` that nobody wrote by hand. */
const MAX_MERGED = 2_000;

function anything(): Shape {
  return {
    types: undefined,
    choices: undefined,
    examples: [],
    preset: undefined,
    description: '',
    minimum: -Infinity,
    above: -Infinity,
    maximum: Infinity,
    below: Infinity,
    multiples: [],
    minLength: 0,
    maxLength: Infinity,
    patterns: [],
    formats: [],
    lists: [],
    minItems: undefined,
    maxItems: Infinity,
    unique: false,
    contains: [],
    objects: [],
    required: [],
    minProperties: 0,
    maxProperties: Infinity,
    names: [],
    dependent: [],
    targets: [],
  };
}

/**
 * The shapes of a schema, the likeliest first; none when it contradicts itself on this level.
 * @throws BudgetSpent
 */
export function* shapesOf(survey: Survey, budget: Budget, schema: unknown): Generator<Shape> {
  const shape = anything();
  const unions: Union[] = [];
  if (absorb(survey, budget, shape, unions, schema)) yield* expand(survey, budget, shape, unions);
}

/** The schema that a part of several merged schemas must satisfy. */
export function allOf(parts: readonly unknown[]): unknown {
  if (parts.includes(false)) return false;
  const telling = parts.filter(isObject);
  return telling.length <= 1 ? (telling[0] ?? true) : { allOf: telling };
}

function* expand(survey: Survey, budget: Budget, shape: Shape, unions: readonly Union[]): Generator<Shape> {
  if (saysSomething(shape) || !unions.some(({ needed }) => needed)) yield shape;
  const [union, ...others] = unions;
  if (union === undefined) return;
  for (const branch of nullLast(union.branches)) {
    const narrower = { ...shape };
    const more = [...others];
    if (absorb(survey, budget, narrower, more, branch)) yield* expand(survey, budget, narrower, more);
  }
}

/** Whether there is something to go by without a look into the branches of unions (scorecard specification 1.2). */
function saysSomething(shape: Shape): boolean {
  return (
    shape.types !== undefined ||
    shape.choices !== undefined ||
    shape.examples.length > 0 ||
    shape.preset !== undefined ||
    impliedType(shape) !== undefined
  );
}

/** The type that keywords speak of where none is named. */
export function impliedType(shape: Shape): JsonType | undefined {
  if (shape.objects.length > 0 || shape.required.length > 0 || shape.minProperties > 0) return 'object';
  if (shape.lists.length > 0 || shape.minItems !== undefined || shape.contains.length > 0) return 'array';
  if (shape.patterns.length > 0 || shape.formats.length > 0 || shape.minLength > 0) return 'string';
  const bounds = [shape.minimum, shape.above, shape.maximum, shape.below];
  return bounds.some((bound) => Number.isFinite(bound)) || shape.multiples.length > 0 ? 'number' : undefined;
}

function nullLast(branches: readonly unknown[]): readonly unknown[] {
  const isNull = (branch: unknown): boolean =>
    isObject(branch) && (branch['type'] === 'null' || (Object.hasOwn(branch, 'const') && branch['const'] === null));
  return [...branches.filter((branch) => !isNull(branch)), ...branches.filter(isNull)];
}

/** Adds everything a schema says to the shape, and its unions to the list. False when nothing can satisfy both. */
function absorb(survey: Survey, budget: Budget, shape: Shape, unions: Union[], schema: unknown): boolean {
  const open = [schema];
  for (let left = MAX_MERGED; open.length > 0 && left > 0; left -= 1) {
    const next = open.pop();
    if (next === false) return false;
    // `true`, and anything that is no schema, allows everything.
    if (!isObject(next)) continue;
    budget.visit();
    if (!narrowTypes(shape, next) || !narrowChoices(shape, next)) return false;
    addHints(shape, next);
    addScalars(shape, next);
    addLists(shape, next);
    addObjects(shape, next);
    addUnions(unions, next);
    open.push(...(keyword.listAt(next, 'allOf') ?? []).slice(0, MAX_MERGED).toReversed());
    const reference = keyword.textAt(next, '$ref');
    const target = reference === undefined ? undefined : resolve(survey, reference);
    // A reference that leads back here on the same level says nothing new.
    if (target === undefined || shape.targets.includes(target)) continue;
    shape.targets = [...shape.targets, target];
    open.push(target);
  }
  return true;
}

function narrowTypes(shape: Shape, schema: JsonObject): boolean {
  const named = keyword.typesAt(schema);
  if (named === undefined) return true;
  if (shape.types === undefined) {
    shape.types = named;
    return true;
  }
  const both = shape.types.flatMap((type) => {
    if (named.some((other) => keyword.isOfType(type, other))) return [type];
    return named.filter((other) => keyword.isOfType(other, type));
  });
  shape.types = both;
  return both.length > 0;
}

function narrowChoices(shape: Shape, schema: JsonObject): boolean {
  const lists = [];
  const listed = keyword.listAt(schema, 'enum');
  if (listed !== undefined && listed.length > 0) lists.push(listed);
  if (Object.hasOwn(schema, 'const')) lists.push([schema['const']]);
  for (const list of lists) {
    const before = shape.choices;
    shape.choices =
      before === undefined ? list : before.filter((value) => list.some((other) => keyword.isEqual(other, value)));
  }
  return shape.choices === undefined || shape.choices.length > 0;
}

/** Of hints the outermost counts: it was written for this very place. */
function addHints(shape: Shape, schema: JsonObject): void {
  if (shape.examples.length === 0) shape.examples = keyword.listAt(schema, 'examples') ?? [];
  shape.preset ??= keyword.member(schema, 'default') ?? undefined;
  if (shape.description === '') shape.description = keyword.textAt(schema, 'description') ?? '';
}

function addScalars(shape: Shape, schema: JsonObject): void {
  const { minimum, above, maximum, below } = keyword.boundsAt(schema);
  shape.minimum = Math.max(shape.minimum, minimum);
  shape.above = Math.max(shape.above, above);
  shape.maximum = Math.min(shape.maximum, maximum);
  shape.below = Math.min(shape.below, below);
  const multiple = keyword.numberAt(schema, 'multipleOf');
  if (multiple !== undefined && multiple > 0) shape.multiples = [...shape.multiples, multiple];
  shape.minLength = Math.max(shape.minLength, keyword.countAt(schema, 'minLength', Math.ceil) ?? 0);
  shape.maxLength = Math.min(shape.maxLength, keyword.countAt(schema, 'maxLength', Math.floor) ?? Infinity);
  const [pattern, format] = [keyword.textAt(schema, 'pattern'), keyword.textAt(schema, 'format')];
  if (pattern !== undefined) shape.patterns = [...shape.patterns, pattern];
  if (format !== undefined) shape.formats = [...shape.formats, format];
}

function addLists(shape: Shape, schema: JsonObject): void {
  const items = keyword.itemsAt(schema);
  if (items.first.length > 0 || items.rest !== undefined) shape.lists = [...shape.lists, items];
  const least = keyword.countAt(schema, 'minItems', Math.ceil);
  if (least !== undefined) shape.minItems = Math.max(shape.minItems ?? 0, least);
  shape.maxItems = Math.min(shape.maxItems, keyword.countAt(schema, 'maxItems', Math.floor) ?? Infinity);
  shape.unique ||= keyword.member(schema, 'uniqueItems') === true;
  const contained = keyword.member(schema, 'contains');
  if (contained === undefined) return;
  const min = keyword.countAt(schema, 'minContains', Math.ceil) ?? 1;
  const max = keyword.countAt(schema, 'maxContains', Math.floor) ?? Infinity;
  shape.contains = [...shape.contains, { schema: contained, min, max }];
}

function addObjects(shape: Shape, schema: JsonObject): void {
  const properties = keyword.objectAt(schema, 'properties');
  const patterns = keyword.objectAt(schema, 'patternProperties');
  const additional = keyword.member(schema, 'additionalProperties');
  if (properties !== undefined || patterns !== undefined || additional !== undefined) {
    shape.objects = [...shape.objects, { properties: properties ?? {}, patterns: patterns ?? {}, additional }];
  }
  const required = keyword.namesAt(schema, 'required');
  if (required.length > 0) shape.required = [...new Set([...shape.required, ...required])];
  shape.minProperties = Math.max(shape.minProperties, keyword.countAt(schema, 'minProperties', Math.ceil) ?? 0);
  shape.maxProperties = Math.min(shape.maxProperties, keyword.countAt(schema, 'maxProperties', Math.floor) ?? Infinity);
  const names = keyword.member(schema, 'propertyNames');
  if (names !== undefined) shape.names = [...shape.names, names];
  const dependent = keyword.dependentNamesAt(schema);
  if (dependent.length > 0) shape.dependent = [...shape.dependent, ...dependent];
}

function addUnions(unions: Union[], schema: JsonObject): void {
  for (const name of ['anyOf', 'oneOf']) {
    const branches = keyword.listAt(schema, name);
    if (branches !== undefined && branches.length > 0) unions.push({ branches, needed: true });
  }
  for (const [name, inner] of keyword.dependentSchemasAt(schema)) {
    const [present, absent] = [{ required: [name] }, absence(name)];
    unions.push({ branches: [{ allOf: [present, inner] }, absent], needed: false });
  }
  const condition = keyword.member(schema, 'if');
  if (condition === undefined) return;
  const met = { allOf: [condition, keyword.member(schema, 'then') ?? true] };
  const unmet = { allOf: [{ not: condition }, keyword.member(schema, 'else') ?? true] };
  unions.push({ branches: [met, unmet], needed: false });
}

/** The schema of objects that lack a member. */
function absence(name: string): JsonObject {
  const properties = {};
  keyword.setMember(properties, name, false);
  return { properties };
}
