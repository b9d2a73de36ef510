/** Reads JSON Schema for the few questions that rules ask: members, types, values. Bounded in depth and in breadth. */

import { isObject, type JsonObject } from '../json.js';

/** `$ref`, `allOf`, `anyOf` and `oneOf` followed inside each other; what lies deeper counts as unknown. */
const MAX_DEPTH = 12;
/** Branches looked at for one question. */
const MAX_BRANCHES = 200;

/** `true` is the schema that takes anything, and what stands for everything that is not known. */
export type Schema = JsonObject | true;
export const ANYTHING: true = true;
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** What a schema says of the member that one step of a path leads to. */
export function memberSaid(schema: Schema, step: string, root: JsonObject): Said {
  const said = lookUp(schema, step, root, { left: MAX_BRANCHES }, 0);
  return said.schemas.length === 0 && said.open ? { ...said, schemas: [ANYTHING] } : said;
}

/** The types a value may have; undefined when the schema does not tell. Integers are numbers here. */
export function typesSaid(schema: Schema, root: JsonObject): ReadonlySet<JsonType> | undefined {
  return typesIn(schema, root, { left: MAX_BRANCHES }, 0);
}

/** All values there may be, when they are listed. */
export function valuesSaid(schema: Schema, root: JsonObject): readonly unknown[] | undefined {
  return valuesIn(schema, root, { left: MAX_BRANCHES }, 0);
}

export function typeOfValue(value: unknown): JsonType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : undefined;
}

interface Budget {
  left: number;
}
export interface Said {
  /** Of the member; all of them hold. Empty: nothing describes it. */
  readonly schemas: readonly Schema[];
  readonly required: boolean;
  /** It declares no members at all, so any may be there. A part that declares some beats one that declares none. */
  readonly open: boolean;
}

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

export function listIn(schema: JsonObject, keyword: string): readonly unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

function asSchema(value: unknown): Schema {
  return isObject(value) ? value : ANYTHING;
}

/** The schema itself and everything it refers to or combines, flat. */
export function branchesOf(whole: Schema, root: JsonObject): readonly Schema[] {
  const found: Schema[] = [];
  const open: [Schema, number][] = [[whole, 0]];
  for (let next = open.pop(); next !== undefined && found.length < MAX_BRANCHES; next = open.pop()) {
    const [schema, depth] = next;
    found.push(schema);
    if (schema === ANYTHING || depth > MAX_DEPTH) continue;
    const referred = target(schema, root);
    if (referred !== undefined) open.push([referred, depth + 1]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const part of listIn(schema, keyword)) open.push([asSchema(part), depth + 1]);
    }
  }
  return found;
}

/** What all that a schema combines says of one member together. It is known when any part describes it. */
function lookUp(schema: Schema, step: string, root: JsonObject, budget: Budget, depth: number): Said {
  if (schema === ANYTHING) return { schemas: [], required: false, open: true };
  if (spent(budget, depth)) return { schemas: [ANYTHING], required: false, open: true };
  const inner = (part: unknown): Said => lookUp(asSchema(part), step, root, budget, depth + 1);
  const referred = target(schema, root);
  const parts = [
    ownMember(schema, step),
    ...(referred === undefined ? [] : [inner(referred)]),
    ...listIn(schema, 'allOf').map(inner),
  ];
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listIn(schema, keyword).map(inner);
    if (branches.length > 0) parts.push(oneOf(branches));
  }
  return {
    schemas: parts.flatMap(({ schemas }) => schemas),
    required: parts.some(({ required }) => required),
    open: parts.every(({ open }) => open),
  };
}

function oneOf(branches: readonly Said[]): Said {
  const open = branches.every((branch) => branch.open);
  const describing = branches.filter((branch) => branch.schemas.length > 0 || (branch.open && !open));
  const described = describing.map(({ schemas }) => (schemas.length === 0 ? ANYTHING : allOf(schemas)));
  const schemas = described.length > 1 ? [{ anyOf: described }] : described;
  return { schemas, required: branches.every(({ required }) => required), open };
}

export function allOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? (schemas[0] ?? ANYTHING) : { allOf: schemas };
}

/** What this schema alone, without references and branches, says of a member. */
function ownMember(schema: JsonObject, step: string): Said {
  const { properties, items, additionalProperties: others } = schema;
  const required = listIn(schema, 'required').includes(step);
  if (isObject(properties) && Object.hasOwn(properties, step)) return described(properties[step], required);
  if (/^\d+$/.test(step) && (isObject(items) || Array.isArray(schema['prefixItems']))) {
    const least = schema['minItems'];
    const item = listIn(schema, 'prefixItems')[Number(step)] ?? items;
    if (item !== false && item !== undefined) return described(item, typeof least === 'number' && Number(step) < least);
  }
  if (isObject(others) || others === true) return described(others, required);
  const types = declaredTypes(schema['type']);
  const holds = types === undefined || types.has(/^\d+$/.test(step) ? 'array' : 'object');
  const says = [properties, items, others, schema['prefixItems'], schema['enum'], schema['const']];
  return { schemas: [], required, open: holds && says.every((keyword) => keyword === undefined) };
}

function described(schema: unknown, required: boolean): Said {
  return { schemas: [asSchema(schema)], required, open: false };
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
