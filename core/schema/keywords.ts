/** Reads schemas that anybody may have written: a keyword of the wrong type says nothing, and no name reaches a prototype. */

import { isObject, type JsonObject } from '../json.js';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  'null',
]);

const NONE: readonly never[] = [];

/** An own member, or undefined. */
export function member(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = member(schema, keyword);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A length or a count: not negative. A broken lower bound rounds up, an upper one down. */
export function countAt(schema: JsonObject, keyword: string, round: (n: number) => number): number | undefined {
  const value = numberAt(schema, keyword);
  return value === undefined || value < 0 ? undefined : round(value);
}

export function textAt(schema: JsonObject, keyword: string): string | undefined {
  const value = member(schema, keyword);
  return typeof value === 'string' ? value : undefined;
}

export function listAt(schema: JsonObject, keyword: string): readonly unknown[] | undefined {
  const value = member(schema, keyword);
  return Array.isArray(value) ? value : undefined;
}

export function objectAt(schema: JsonObject, keyword: string): JsonObject | undefined {
  const value = member(schema, keyword);
  return isObject(value) ? value : undefined;
}

/** The texts of a list such as `required`, each once. */
export function namesAt(schema: JsonObject, keyword: string): readonly string[] {
  const list = listAt(schema, keyword);
  return list === undefined ? NONE : [...new Set(list.filter((name) => typeof name === 'string'))];
}

/** The types a schema names, in its order; undefined when it names none, empty when it names only unknown ones. */
export function typesAt(schema: JsonObject): readonly JsonType[] | undefined {
  const type = member(schema, 'type');
  if (type === undefined) return undefined;
  const named = (Array.isArray(type) ? (type as readonly unknown[]) : [type]).filter(
    (name) => typeof name === 'string',
  );
  if (named.length === 0) return undefined;
  return named.filter((name): name is JsonType => TYPES.has(name));
}

/** Infinite where nothing is said. */
export interface Bounds {
  readonly minimum: number;
  readonly above: number;
  readonly maximum: number;
  readonly below: number;
}

/** Lower and upper bounds of numbers; draft 4 wrote exclusive ones as a flag beside the bound. */
export function boundsAt(schema: JsonObject): Bounds {
  const minimum = numberAt(schema, 'minimum') ?? -Infinity;
  const maximum = numberAt(schema, 'maximum') ?? Infinity;
  const above = member(schema, 'exclusiveMinimum') === true ? minimum : numberAt(schema, 'exclusiveMinimum');
  const below = member(schema, 'exclusiveMaximum') === true ? maximum : numberAt(schema, 'exclusiveMaximum');
  return { minimum, above: above ?? -Infinity, maximum, below: below ?? Infinity };
}

/** Schemas of the first items and of those behind them: `prefixItems` and `items`, or the list form of `items` of older drafts. */
export function itemsAt(schema: JsonObject): { readonly first: readonly unknown[]; readonly rest: unknown } {
  const older = listAt(schema, 'items');
  if (older !== undefined) return { first: older, rest: member(schema, 'additionalItems') };
  return { first: listAt(schema, 'prefixItems') ?? [], rest: member(schema, 'items') };
}

/** Names that must be there when another one is: `dependentRequired`, or the list form of `dependencies`. */
export function dependentNamesAt(schema: JsonObject): readonly (readonly [string, readonly string[]])[] {
  return dependentAt(schema, 'dependentRequired', Array.isArray).map(([name, names]) => [
    name,
    namesAt({ names }, 'names'),
  ]);
}

/** Schemas that apply when a name is there: `dependentSchemas`, or the schema form of `dependencies`. */
export function dependentSchemasAt(schema: JsonObject): readonly (readonly [string, unknown])[] {
  return dependentAt(schema, 'dependentSchemas', (value) => !Array.isArray(value));
}

function dependentAt(
  schema: JsonObject,
  keyword: string,
  wanted: (value: unknown) => boolean,
): readonly (readonly [string, unknown])[] {
  const [newer, older] = [objectAt(schema, keyword), objectAt(schema, 'dependencies')];
  if (newer === undefined && older === undefined) return NONE;
  return [newer, older].flatMap((members) => Object.entries(members ?? {}).filter(([, value]) => wanted(value)));
}

/** The type of a JSON value; a whole number is an `integer`. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as 'string' | 'boolean';
  return 'object';
}

/** True when a value of type `given` is allowed where `wanted` is. */
export function isOfType(given: JsonType, wanted: JsonType): boolean {
  return given === wanted || (given === 'integer' && wanted === 'number');
}

/** Sets an own member whatever its name is: `__proto__` must go to the server as written. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else object[name] = value;
}

/** JSON equality. Recursion ends where the smaller of the two ends. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => isEqual(item, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

/** One text for all JSON values that are equal. Recursive: for values within the limits of an argument set. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join()}}`;
}
