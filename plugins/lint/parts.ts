/** The schemas inside a schema, each with where it stands: what lint reads of parameters at any depth. */

import { isObject, type JsonObject } from '../../core/index.js';

/** Keywords whose value is one schema, a list of schemas, or an object of schemas by name. */
const ONE = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions'];
/** Schemas that are looked at. */
const MOST = 20_000;
const MAX_PLACE = 100;

export interface Part {
  readonly schema: JsonObject;
  /** `plan.steps[]`; empty for the schema itself and its branches. */
  readonly place: string;
  /** The name it has in the object around it; undefined for branches and items. */
  readonly name: string | undefined;
  /** The schema around it. */
  readonly around: JsonObject;
}

/** The schema itself and what is in it, in the order of the text. Iterative, because servers send schemas nested thousands deep. */
export function* partsIn(schema: JsonObject): Generator<Part> {
  const open: Part[] = [{ schema, place: '', name: undefined, around: {} }];
  let left = MOST;
  for (let next = open.pop(); next !== undefined && left > 0; next = open.pop()) {
    left -= 1;
    yield next;
    for (const inner of partsOf(next).reverse()) open.push(inner);
  }
}

function partsOf({ schema, place }: Part): Part[] {
  const parts: Part[] = [];
  const add = (part: unknown, at: string, name?: string): void => {
    if (isObject(part)) parts.push({ schema: part, place: at.slice(0, MAX_PLACE), name, around: schema });
  };
  const own = (keyword: string): unknown => (Object.hasOwn(schema, keyword) ? schema[keyword] : undefined);
  for (const keyword of NAMED) {
    const named = own(keyword);
    if (isObject(named)) for (const [name, part] of Object.entries(named)) add(part, joined(place, name), name);
  }
  for (const keyword of ONE) add(own(keyword), keyword === 'items' ? `${place}[]` : place);
  for (const keyword of MANY) {
    const many = own(keyword);
    if (Array.isArray(many)) for (const part of many as readonly unknown[]) add(part, place);
  }
  return parts;
}

function joined(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
