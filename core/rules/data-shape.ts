/**
 * What a JSON Schema says about the parts of an observation: which members there are, whether they are always there,
 * which types and values they take. Only what rules need; bounded, because plugins bring schemas of their own.
 */

import { isObject, type JsonObject } from '../json.js';

/** `$ref`, `allOf`, `anyOf` and `oneOf` followed inside each other; what lies deeper counts as unknown. */
const MAX_DEPTH = 12;
/** Branches looked at for one question. */
const MAX_BRANCHES = 200;

/** A part of the data: its schema, and the document that local references point into. `true` is "anything". */
export interface Shape {
  readonly schema: JsonObject | true;
  readonly root: JsonObject;
}

/** A member of an object or list as the schema describes it. */
export interface Member {
  readonly shape: Shape;
  /** It is there in all data that fits the schema. It may still be null. */
  readonly certain: boolean;
}

export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const ANYTHING: true = true;
const NOT_NULL: readonly JsonType[] = ['string', 'number', 'boolean', 'array', 'object'];

/** Root of shapes that no document describes. */
const NO_ROOT: JsonObject = {};

export function shapeOf(schema: JsonObject): Shape {
  return { schema, root: schema };
}

/** A shape that takes everything, for data no schema describes. */
export const anyShape: Shape = { schema: ANYTHING, root: NO_ROOT };

export function shapeOfType(...types: JsonType[]): Shape {
  return { schema: { type: types }, root: NO_ROOT };
}

/** What a literal of a rule may be: itself. */
export function shapeOfValue(value: unknown): Shape {
  return { schema: { const: value }, root: NO_ROOT };
}

export function listOf(items: Shape): Shape {
  return { schema: { type: 'array', items: items.schema }, root: items.root };
}

/** One of these. */
export function eitherOf(shapes: readonly Shape[]): Shape {
  return together(shapes, (schemas) => (schemas.length === 1 ? (schemas[0] ?? ANYTHING) : { anyOf: schemas }));
}

/** An object with exactly these members. */
export function objectOf(members: ReadonlyMap<string, Shape>): Shape {
  const names = [...members.keys()];
  return together([...members.values()], (schemas) => ({
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name, index) => [name, schemas[index]])),
    additionalProperties: false,
  }));
}

/** Local references of two documents cannot be kept apart in one shape; then nothing is known. */
function together(shapes: readonly Shape[], combined: (schemas: readonly Schema[]) => Schema): Shape {
  const roots = new Set(shapes.map(({ root }) => root).filter((root) => root !== NO_ROOT));
  if (shapes.length === 0 || roots.size > 1) return anyShape;
  const [root = NO_ROOT] = roots;
  return { schema: combined(shapes.map(({ schema }) => schema)), root };
}

/** The member that one step of a path leads to; undefined when the schema knows none. */
export function memberOf(shape: Shape, step: string): Member | undefined {
  const found = lookUp(shape.schema, step, shape.root, { left: MAX_BRANCHES }, 0);
  if (found === undefined) return undefined;
  return { shape: { schema: found.schema, root: shape.root }, certain: found.certain };
}

/** The member at the end of a path, or how far the path leads. */
export function followPath(
  shape: Shape,
  steps: readonly string[],
): Member | { readonly lostAt: number; readonly parent: Shape } {
  let member: Member = { shape, certain: true };
  for (const [index, step] of steps.entries()) {
    const next = memberOf(member.shape, step);
    if (next === undefined) return { lostAt: index, parent: member.shape };
    member = { shape: next.shape, certain: member.certain && next.certain };
  }
  return member;
}

/** What the items of a list look like. */
export function itemsOf(shape: Shape): Shape {
  const schemas: (JsonObject | true)[] = [];
  for (const part of branches(shape)) {
    if (part === ANYTHING) return anyShape;
    const items = part['items'];
    if (isObject(items)) schemas.push(items);
    for (const item of listIn(part, 'prefixItems')) if (isObject(item)) schemas.push(item);
  }
  return schemas.length === 0
    ? anyShape
    : { schema: schemas.length === 1 ? (schemas[0] ?? ANYTHING) : { anyOf: schemas }, root: shape.root };
}

/** Declared member names, for messages. */
export function memberNames(shape: Shape): readonly string[] {
  const names = new Set<string>();
  for (const part of branches(shape)) {
    if (part !== ANYTHING && isObject(part['properties']))
      for (const name of Object.keys(part['properties'])) names.add(name);
  }
  return [...names];
}

/** The types a part may have; undefined when the schema does not tell. Integers are numbers here. */
export function typesOf(shape: Shape): ReadonlySet<JsonType> | undefined {
  return typesIn(shape.schema, shape.root, { left: MAX_BRANCHES }, 0);
}

/** All values a part may have, when they are listed. */
export function valuesOf(shape: Shape): readonly unknown[] | undefined {
  return valuesIn(shape.schema, shape.root, { left: MAX_BRANCHES }, 0);
}

/** The same shape without null. */
export function neverNull({ schema, root }: Shape): Shape {
  return schema === ANYTHING ? { schema, root } : { schema: { allOf: [schema, { type: NOT_NULL }] }, root };
}

export function typeOfValue(value: unknown): JsonType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : undefined;
}

// ---------------------------------------------------------------- inside

interface Budget {
  left: number;
}
type Schema = JsonObject | true;
type Found = { readonly schema: Schema; readonly certain: boolean };

/** The schema a local reference points to, other keywords beside it kept by the caller. */
function target(schema: JsonObject, root: JsonObject): Schema | undefined {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return undefined;
  // Other documents are not read: what they say is unknown.
  if (reference !== '#' && !reference.startsWith('#/')) return ANYTHING;
  let node: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node)) node = (node as unknown[])[Number(name)];
    else node = isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return isObject(node) ? node : ANYTHING;
}

function spent(budget: Budget, depth: number): boolean {
  budget.left -= 1;
  return budget.left < 0 || depth > MAX_DEPTH;
}

function listIn(schema: JsonObject, keyword: string): readonly unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

function asSchema(value: unknown): Schema {
  return isObject(value) ? value : ANYTHING;
}

/** The schema itself and everything it refers to or combines, flat. */
function branches(shape: Shape): readonly Schema[] {
  const found: Schema[] = [];
  const open: [Schema, number][] = [[shape.schema, 0]];
  for (let next = open.pop(); next !== undefined && found.length < MAX_BRANCHES; next = open.pop()) {
    const [schema, depth] = next;
    found.push(schema);
    if (schema === ANYTHING || depth > MAX_DEPTH) continue;
    const referred = target(schema, shape.root);
    if (referred !== undefined) open.push([referred, depth + 1]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const part of listIn(schema, keyword)) open.push([asSchema(part), depth + 1]);
    }
  }
  return found;
}

function lookUp(schema: Schema, step: string, root: JsonObject, budget: Budget, depth: number): Found | undefined {
  if (schema === ANYTHING || spent(budget, depth)) return { schema: ANYTHING, certain: false };
  const inner = (part: unknown): Found | undefined => lookUp(asSchema(part), step, root, budget, depth + 1);
  const all: (Found | undefined)[] = [ownMember(schema, step), ...listIn(schema, 'allOf').map(inner)];
  const referred = target(schema, root);
  if (referred !== undefined) all.push(inner(referred));
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = listIn(schema, keyword);
    if (parts.length > 0)
      all.push(
        combine(
          parts.map(inner),
          'anyOf',
          (found) => found.length === parts.length && found.every(({ certain }) => certain),
        ),
      );
  }
  const required = listIn(schema, 'required').includes(step);
  return combine(all, 'allOf', (found) => required || found.some(({ certain }) => certain));
}

function combine(
  parts: readonly (Found | undefined)[],
  keyword: string,
  certain: (found: readonly Found[]) => boolean,
): Found | undefined {
  const found = parts.filter((part) => part !== undefined);
  const [first] = found;
  if (first === undefined) return undefined;
  const schema = found.length === 1 ? first.schema : { [keyword]: found.map((part) => part.schema) };
  return { schema, certain: certain(found) };
}

/** What this schema alone, without references and branches, says of a member. */
function ownMember(schema: JsonObject, step: string): Found | undefined {
  const properties = schema['properties'];
  if (isObject(properties) && Object.hasOwn(properties, step)) {
    return { schema: asSchema(properties[step]), certain: listIn(schema, 'required').includes(step) };
  }
  const place = /^\d+$/.test(step) ? Number(step) : undefined;
  if (place !== undefined && (isObject(schema['items']) || listIn(schema, 'prefixItems').length > 0)) {
    const least = schema['minItems'];
    const item = listIn(schema, 'prefixItems')[place] ?? schema['items'];
    return item === false || item === undefined
      ? undefined
      : { schema: asSchema(item), certain: typeof least === 'number' && place < least };
  }
  const others = schema['additionalProperties'];
  if (isObject(others) || others === true) return { schema: asSchema(others), certain: false };
  // An object of which nothing is declared may hold anything; one that declares members holds those.
  const free = schema['type'] === 'object' && !isObject(properties) && others === undefined && !combines(schema);
  return free ? { schema: ANYTHING, certain: false } : undefined;
}

function combines(schema: JsonObject): boolean {
  return ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
}

function typesIn(schema: Schema, root: JsonObject, budget: Budget, depth: number): ReadonlySet<JsonType> | undefined {
  if (schema === ANYTHING || spent(budget, depth)) return undefined;
  const inner = (part: unknown): ReadonlySet<JsonType> | undefined => typesIn(asSchema(part), root, budget, depth + 1);
  const listed = 'const' in schema ? [schema['const']] : schema['enum'];
  const limits: (ReadonlySet<JsonType> | undefined)[] = [declaredTypes(schema['type'])];
  if (Array.isArray(listed)) limits.push(new Set(listed.flatMap((value) => typeOfValue(value) ?? [])));
  const referred = target(schema, root);
  if (referred !== undefined) limits.push(inner(referred));
  limits.push(...listIn(schema, 'allOf').map(inner));
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = listIn(schema, keyword).map(inner);
    if (parts.length > 0)
      limits.push(
        parts.some((part) => part === undefined) ? undefined : new Set(parts.flatMap((part) => [...(part ?? [])])),
      );
  }
  return intersection(limits);
}

function declaredTypes(type: unknown): ReadonlySet<JsonType> | undefined {
  if (type === undefined) return undefined;
  const names = (Array.isArray(type) ? type : [type]) as unknown[];
  return new Set(names.map((name) => (name === 'integer' ? 'number' : name) as JsonType));
}

function intersection(limits: readonly (ReadonlySet<JsonType> | undefined)[]): ReadonlySet<JsonType> | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  const [first, ...rest] = known;
  return first === undefined ? undefined : new Set([...first].filter((type) => rest.every((limit) => limit.has(type))));
}

function valuesIn(schema: Schema, root: JsonObject, budget: Budget, depth: number): readonly unknown[] | undefined {
  if (schema === ANYTHING || spent(budget, depth)) return undefined;
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'] as unknown[];
  const inner = (part: unknown): readonly unknown[] | undefined => valuesIn(asSchema(part), root, budget, depth + 1);
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = listIn(schema, keyword).map(inner);
    if (parts.length > 0 && parts.every((part) => part !== undefined)) return parts.flat();
  }
  const referred = target(schema, root);
  const limits = [...(referred === undefined ? [] : [referred]), ...listIn(schema, 'allOf')];
  return limits.map(inner).find((values) => values !== undefined);
}
