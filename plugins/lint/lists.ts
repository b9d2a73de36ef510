/** Lists in an input schema that do not say what they hold. Model APIs that take tool definitions refuse them. */

import type { JsonObject, ObservationMap } from '../../core/index.js';
import { partsIn } from './parts.js';

const MOST_SHOWN = 10;
/** What says what a list holds. A reference or a choice says it elsewhere. */
const SAYING = ['items', 'prefixItems', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

/** The lists of a schema, and where those are that say nothing of their items: `plan.steps`. */
export function listsIn(schema: JsonObject): Omit<ObservationMap['tool.lists'], 'tool'> {
  const bare: string[] = [];
  let lists = 0;
  for (const { schema: part, place } of partsIn(schema)) {
    if (!isList(part)) continue;
    lists += 1;
    if (!SAYING.some((keyword) => Object.hasOwn(part, keyword)) && bare.length < MOST_SHOWN) bare.push(place);
  }
  return { lists, bare, first: bare[0] ?? '' };
}

function isList({ type }: JsonObject): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}
