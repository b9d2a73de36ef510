/**
 * What a JSON Schema says about the parts of an observation: which members there are, whether they are always there,
 * which types and values they take. Only what rules need; bounded, because plugins bring schemas of their own.
 */

import { isObject, type JsonObject } from '../json.js';
import {
  allOf,
  ANYTHING,
  branchesOf,
  type JsonType,
  listIn,
  memberSaid,
  type Schema,
  typesSaid,
  valuesSaid,
} from './read-schema.js';

export { type JsonType, typeOfValue } from './read-schema.js';

/** A part of the data: its schema, and the document that local references point into. `true` is "anything". */
export interface Shape {
  readonly schema: Schema;
  readonly root: JsonObject;
}

/** A member of an object or list as the schema describes it. */
export interface Member {
  readonly shape: Shape;
  /** It is there in all data that fits the schema. It may still be null. */
  readonly certain: boolean;
}

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
  const { schemas, required } = memberSaid(shape.schema, step, shape.root);
  return schemas.length === 0 ? undefined : { shape: { schema: allOf(schemas), root: shape.root }, certain: required };
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
  const schemas: Schema[] = [];
  for (const part of branchesOf(shape.schema, shape.root)) {
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
  for (const part of branchesOf(shape.schema, shape.root)) {
    if (part !== ANYTHING && isObject(part['properties']))
      for (const name of Object.keys(part['properties'])) names.add(name);
  }
  return [...names];
}

/** The types a part may have; undefined when the schema does not tell. Integers are numbers here. */
export function typesOf(shape: Shape): ReadonlySet<JsonType> | undefined {
  return typesSaid(shape.schema, shape.root);
}

/** All values a part may have, when they are listed. */
export function valuesOf(shape: Shape): readonly unknown[] | undefined {
  return valuesSaid(shape.schema, shape.root);
}

/** The same shape without null. */
export function neverNull({ schema, root }: Shape): Shape {
  return schema === ANYTHING ? { schema, root } : { schema: { allOf: [schema, { type: NOT_NULL }] }, root };
}
