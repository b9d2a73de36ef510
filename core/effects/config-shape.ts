/**
 * What is wrong with the shape of a probe config, part by part. Reads the schema that editors use, so that there is one
 * list of keys; not through ajv, because a program checks its configs in one synchronous call and loads nothing for it.
 */

import schema from '../../schemas/probe-config.schema.json' with { type: 'json' };
import { isGrant, ONLY_WHO } from '../grants.js';
import { isObject, type JsonObject } from '../json.js';
import { quote } from '../load/quote.js';
import { didYouMean } from '../nearest.js';
import type { Path, Problem } from '../origin.js';
import { check } from '../schema/check.js';
import { Budget } from '../schema/limits.js';
import { resolve, type Survey, surveyOf } from '../schema/survey.js';

/** Everything that does not fit, in the order of the value. Scorecard specification, 4. */
export function shapeProblems(config: unknown): readonly Problem[] {
  const problems = misfits(surveyOf(schema), schema, config, []);
  return [...problems, ...repeatedIds(config)];
}

function misfits(survey: Survey, given: JsonObject, value: unknown, path: Path): readonly Problem[] {
  const wanted = meant(survey, given, value);
  const { items, minItems = 0 } = wanted;
  if (isObject(value) && wanted['type'] === 'object') return membersOf(survey, wanted, value, path);
  if (Array.isArray(value) && wanted['type'] === 'array' && value.length >= Number(minItems))
    return value.flatMap((item: unknown, at) => misfits(survey, items as JsonObject, item, [...path, at]));
  const fits = value !== undefined && check(survey, new Budget(), wanted, value) !== 'no';
  return fits ? [] : [{ path, message: expected(wanted, value) }];
}

/** Follows a reference, and of alternatives takes the one for values of this type; what it expects is said by whoever refers. */
function meant(survey: Survey, given: JsonObject, value: unknown): JsonObject {
  const { $ref, anyOf } = given;
  if (typeof $ref === 'string') return { ...(resolve(survey, $ref) as JsonObject), ...given };
  const branch = Array.isArray(value) && value.length > 0 && Array.isArray(anyOf) ? anyOf.at(-1) : undefined;
  return isObject(branch) ? meant(survey, branch, value) : given;
}

function membersOf(survey: Survey, wanted: JsonObject, value: JsonObject, path: Path): readonly Problem[] {
  const { properties = {}, required = [], additionalProperties: others = true } = wanted;
  const known = properties as Readonly<Record<string, JsonObject>>;
  const missing = (required as readonly string[])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): Problem => ({ path: [...path, name], message: `missing, expected ${wordsFor(survey, known[name])}` }));
  const members = Object.entries(value).flatMap(([name, member]): readonly Problem[] => {
    const at = [...path, name];
    if (Object.hasOwn(known, name)) return misfits(survey, known[name] as JsonObject, member, at);
    if (isObject(others)) return misfits(survey, others, member, at);
    return others === true ? [] : [{ path: at, atKey: true, message: unknownKey(name, Object.keys(known)) }];
  });
  return [...missing, ...members];
}

function unknownKey(name: string, known: readonly string[]): string {
  if (isGrant(name)) return `a probe config cannot turn writes on. ${ONLY_WHO}`;
  return `unknown key.${didYouMean(name, known) || ` There are: ${known.filter((key) => key !== '$schema').join(', ')}.`}`;
}

function expected(wanted: JsonObject, value: unknown): string {
  const words = wanted['enum'];
  const hint = typeof value === 'string' && Array.isArray(words) ? didYouMean(value, words as string[]) : '';
  // YAML has numbers that JSON has not.
  const found = typeof value === 'number' ? String(value) : quote(value);
  return `expected ${String(wanted['x-expected'])}, found ${found}${hint === '' ? '' : `.${hint}`}`;
}

function wordsFor(survey: Survey, given: JsonObject = {}): string {
  return String(meant(survey, given, undefined)['x-expected']);
}

const WITH_ID = ['relations', 'agreements', 'idempotent'];

/** An id names one check in reports and in what a team says to each other, so it stands once in the whole file. */
function repeatedIds(config: unknown): readonly Problem[] {
  if (!isObject(config)) return [];
  const first = new Map<string, string>();
  return WITH_ID.flatMap((list) => {
    const entries = Array.isArray(config[list]) ? (config[list] as readonly unknown[]) : [];
    return entries.flatMap((entry, at): readonly Problem[] => {
      const id = isObject(entry) ? entry['id'] : undefined;
      if (typeof id !== 'string' || id === '') return [];
      const other = first.get(id);
      if (other === undefined) first.set(id, `${list}[${at}]`);
      return other === undefined
        ? []
        : [{ path: [list, at, 'id'], message: `${quote(id)} is already the id of ${other}` }];
    });
  });
}
