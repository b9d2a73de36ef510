/** Fields made of other fields: closed objects, lists, and objects whose names are free within a grammar. */

import { isObject, type JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { Field, FieldSet, FieldStage, ProblemSink, Values } from './declaration.js';

type Place = readonly (string | number)[];

/** The same field, looked at in another stage. */
export function atStage<T>(stage: FieldStage, inner: Field<T>): Field<T> {
  return { ...inner, stage };
}

/** An object with these members and no others. */
export function closedObject<F extends FieldSet>(stage: FieldStage, declared: F): Field<Values<F>> {
  const names = Object.keys(declared);
  return {
    stage,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: names.filter((name) => declared[name]?.optional === false),
      properties: Object.fromEntries(names.map((name) => [name, declared[name]?.schema])),
    },
    optional: false,
    check(value, at, problem) {
      if (isObject(value)) checkMembers(value, declared, at, problem);
      else problem(at, `takes an object with ${names.join(', ')}`, 'shape');
    },
  };
}

/** Reports members that are unknown, missing, or wrong by their own field. Never quotes a name that is not declared. */
export function checkMembers(value: JsonObject, declared: FieldSet, at: Place, problem: ProblemSink): void {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(declared, name)) continue;
    const known = Object.keys(declared);
    problem([...at, name], `is no field here.${didYouMean(name, known)} There are: ${known.join(', ')}`, 'shape');
  }
  for (const [name, field] of Object.entries(declared)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const place = [...at, name];
    if (given !== undefined && (given !== null || !field.optional)) checkInner(field, given, place, problem);
    else if (given === undefined && !field.optional)
      field.check(undefined, place, (where, what) => problem(where, `is missing; it ${what}`, 'shape'));
  }
}

function checkInner(inner: Field, value: unknown, at: Place, problem: ProblemSink): void {
  inner.check(value, at, (where, what, stage = inner.stage) => problem(where, what, stage));
}

/** A list of so many items, of which `what` is the plural. */
export function list<T>(
  stage: FieldStage,
  item: Field<T>,
  what: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): Field<readonly T[]> {
  const words = `takes a list of ${minimum} to ${maximum} ${what}`;
  return {
    stage,
    schema: { type: 'array', minItems: minimum, maxItems: maximum, items: item.schema },
    optional: false,
    check(value, at, problem) {
      if (!Array.isArray(value)) return problem(at, words, 'shape');
      if (value.length < minimum || value.length > maximum) problem(at, words);
      for (const [index, one] of value.entries()) checkInner(item, one, [...at, index], problem);
    },
  };
}

/** A list, empty or not, in which each text stands once. */
export function uniqueTexts(stage: FieldStage, item: Field<string>, what: string): Field<readonly string[]> {
  return {
    stage,
    schema: { type: 'array', uniqueItems: true, items: item.schema },
    optional: false,
    check(value, at, problem) {
      if (!Array.isArray(value)) return problem(at, `takes a list of ${what}`, 'shape');
      const seen = new Set<unknown>();
      for (const [index, one] of value.entries()) {
        checkInner(item, one, [...at, index], problem);
        if (typeof one === 'string' && seen.has(one))
          problem([...at, index], `repeats an earlier one of these ${what}`);
        seen.add(one);
      }
    },
  };
}

/** An object whose names and values each take one sort of value. */
export function dictionary<T>(
  stage: FieldStage,
  name: Field<string>,
  item: Field<T>,
  what: string,
): Field<Readonly<Record<string, T>>> {
  return {
    stage,
    schema: { type: 'object', propertyNames: name.schema, additionalProperties: item.schema },
    optional: false,
    check(value, at, problem) {
      if (!isObject(value)) return problem(at, `takes an object from ${what}`, 'shape');
      for (const [key, one] of Object.entries(value)) {
        const place = [...at, key];
        name.check(key, place, (where, words) => problem(where, `is named wrongly: the name ${words}`));
        checkInner(item, one, place, problem);
      }
    },
  };
}
