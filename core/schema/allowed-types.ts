/** Which types of value a property takes. */

import { isObject } from '../json.js';
import { type JsonType, listAt } from './keywords.js';
import { Budget, BudgetSpent } from './limits.js';
import { impliedType, shapesOf } from './shape.js';
import { resolve, type Survey } from './survey.js';

/** Branches of one union that are looked at. */
const MAX_BRANCHES = 100;

/** The type that is used to generate a value. */
export function mainType(survey: Survey, schema: unknown): JsonType {
  return typesOf(survey, schema).find((type) => type !== 'null') ?? 'string';
}

function typesOf(survey: Survey, schema: unknown): readonly JsonType[] {
  try {
    const [shape] = shapesOf(survey, new Budget(), schema);
    const implied = shape === undefined ? undefined : impliedType(shape);
    return shape?.types ?? (implied === undefined ? [] : [implied]);
  } catch (error) {
    if (error instanceof BudgetSpent) return [];
    throw error;
  }
}

/** Types that a list of types, or the branches of a union, allow; empty when it takes any. */
export function allowedTypes(survey: Survey, schema: unknown): readonly JsonType[] {
  const target =
    isObject(schema) && typeof schema['$ref'] === 'string' ? (resolve(survey, schema['$ref']) ?? schema) : schema;
  if (!isObject(target)) return [];
  const branches = ['anyOf', 'oneOf'].flatMap((name) => (listAt(target, name) ?? []).slice(0, MAX_BRANCHES));
  const types =
    target['type'] === undefined ? branches.flatMap((branch) => typesOf(survey, branch)) : typesOf(survey, target);
  return [...new Set(types)];
}
