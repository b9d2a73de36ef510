/** Deliberately bad arguments. Scorecard specification 1.2, "edge cases". */

import type { JsonObject } from '../json.js';
import type { Tool } from '../model.js';
import { allowedTypes, mainType } from './allowed-types.js';
import { happyArguments, isUsableSchema, type HappyOptions } from './happy.js';
import { isOfType, type JsonType, namesAt, objectAt, setMember, typeOf } from './keywords.js';
import { type Survey, surveyOf } from './survey.js';

export type Mutation = 'missing-argument' | 'wrong-type' | 'empty-values';

export interface EdgeArguments {
  readonly mutation: Mutation;
  /** What is tried, in words. */
  readonly description: string;
  readonly arguments: JsonObject;
}

/** One of each in this order; the first whose type a union does not allow is the wrong one for it. */
const WRONG_FOR_UNION: readonly unknown[] = [12_345, 'not_expected', ['not_expected'], {}, true];
const WRONG: Readonly<Record<JsonType, unknown>> = {
  number: 'not_a_number',
  integer: 'not_a_number',
  boolean: 'not_a_bool',
  array: 'not_a_collection',
  object: 'not_a_collection',
  string: 12_345,
  null: 12_345,
};
const EMPTY: Readonly<Record<JsonType, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
  null: '',
};

/**
 * The edge cases that apply to a tool, built on its valid arguments number `index`: at most one of each kind, none for
 * a tool without declared properties. Where no valid arguments exist, only those that need none remain.
 */
export async function edgeArguments(
  tool: Tool,
  index: number,
  options: Pick<HappyOptions, 'synthetic'> = {},
): Promise<readonly EdgeArguments[]> {
  const schema = tool.inputSchema;
  if (!isUsableSchema(schema)) return [];
  const survey = surveyOf(schema);
  const properties = objectAt(schema, 'properties') ?? {};
  const names = Object.keys(properties);
  const [first] = names;
  const [required] = namesAt(schema, 'required');
  const cases: EdgeArguments[] = [];
  const happy = await happyArguments(tool, index, options);
  if (happy.ok && required !== undefined) {
    cases.push({
      mutation: 'missing-argument',
      description: `without the required "${required}"`,
      arguments: without(happy.arguments, required),
    });
  }
  if (first === undefined) return cases;
  if (happy.ok) {
    const wrong = withMember(happy.arguments, first, wrongValue(survey, properties[first]));
    cases.push({
      mutation: 'wrong-type',
      description: `with a value of the wrong type for "${first}"`,
      arguments: wrong,
    });
  }
  const empty = {};
  for (const name of names) setMember(empty, name, EMPTY[mainType(survey, properties[name])]);
  cases.push({ mutation: 'empty-values', description: 'with every value empty', arguments: empty });
  return cases;
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _left, ...rest } = object;
  return rest;
}

function withMember(object: JsonObject, name: string, value: unknown): JsonObject {
  const copy = { ...object };
  setMember(copy, name, value);
  return copy;
}

/** A value of a type that the schema does not allow, where there is one. */
export function wrongValue(survey: Survey, schema: unknown): unknown {
  const allowed = allowedTypes(survey, schema);
  const outside = (value: unknown): boolean => !allowed.some((type) => isOfType(typeOf(value), type));
  const wrong = allowed.length > 1 ? WRONG_FOR_UNION.find(outside) : undefined;
  return wrong ?? WRONG[mainType(survey, schema)];
}
