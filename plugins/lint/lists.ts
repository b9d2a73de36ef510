/** Lists in an input schema that do not say what they hold. Model APIs that take tool definitions refuse them. */

import { isObject, type JsonObject, type ObservationMap } from '../../core/index.js';

/** Keywords whose value is one schema, a list of schemas, or an object of schemas by name. */
const ONE = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions'];
/** Schemas that are looked at. */
const MOST = 20_000;
const MOST_SHOWN = 10;
const MAX_PLACE = 100;
/** What says what a list holds. A reference or a choice says it elsewhere. */
const SAYING = ['items', 'prefixItems', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

/** The lists of a schema, and where those are that say nothing of their items: `plan.steps`. */
export function listsIn(schema: JsonObject): Omit<ObservationMap['tool.lists'], 'tool'> {
  const bare: string[] = [];
  let [lists, left] = [0, MOST];
  const open: { readonly part: JsonObject; readonly place: string }[] = [{ part: schema, place: '' }];
  for (let next = open.pop(); next !== undefined && left > 0; next = open.pop()) {
    left -= 1;
    const { part, place } = next;
    if (isList(part)) {
      lists += 1;
      if (!SAYING.some((keyword) => Object.hasOwn(part, keyword)) && bare.length < MOST_SHOWN) bare.push(place);
    }
    for (const inner of partsOf(part, place).reverse()) open.push(inner);
  }
  return { lists, bare, first: bare[0] ?? '' };
}

function isList({ type }: JsonObject): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function partsOf(schema: JsonObject, place: string): { readonly part: JsonObject; readonly place: string }[] {
  const parts: { part: JsonObject; place: string }[] = [];
  const add = (part: unknown, at: string): void => {
    if (isObject(part)) parts.push({ part, place: at.slice(0, MAX_PLACE) });
  };
  const own = (keyword: string): unknown => (Object.hasOwn(schema, keyword) ? schema[keyword] : undefined);
  for (const keyword of NAMED) {
    const named = own(keyword);
    if (isObject(named)) for (const [name, part] of Object.entries(named)) add(part, joined(place, name));
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
