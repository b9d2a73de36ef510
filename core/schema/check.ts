/**
 * Whether a value satisfies a schema, without ajv: cheap enough to ask for every candidate, bounded in depth, and never
 * loading or compiling anything. It knows every keyword of drafts 4 to 2020-12 but the few whose meaning depends on how
 * others were evaluated; where it meets one of those, or a reference it cannot follow, it says that it cannot tell.
 */

import { countCharacters } from '../tokens.js';
import { isObject, type JsonObject } from '../json.js';
import { isFormatted } from './formats.js';
import * as keyword from './keywords.js';
import type { Budget } from './limits.js';
import { matches } from './regular-expressions.js';
import { isForeign, resolve, type Survey } from './survey.js';

export type Answer = 'yes' | 'no' | 'unknown';

/** Schemas on the way down to one part of a value. Values are at most 50 deep, so this is a chain of references. */
const MAX_DEPTH = 250;

/**
 * Whether `value`, which must be within the limits of an argument set, satisfies the schema.
 * @throws BudgetSpent
 */
export function check(survey: Survey, budget: Budget, schema: unknown, value: unknown): Answer {
  return new Checker(survey, budget).check(schema, value, 0);
}

const answer = (holds: boolean | undefined): Answer => (holds === undefined ? 'unknown' : holds ? 'yes' : 'no');

/** What several answers come to when all must hold: one that does not decides, then one that cannot be told. */
class All {
  result: Answer = 'yes';

  /** Adds one; false when nothing more can change the result. */
  add(given: Answer): boolean {
    if (given !== 'yes' && this.result !== 'no') this.result = given;
    return this.result !== 'no';
  }
}

class Checker {
  readonly #survey: Survey;
  readonly #budget: Budget;

  constructor(survey: Survey, budget: Budget) {
    this.#survey = survey;
    this.#budget = budget;
  }

  check(schema: unknown, value: unknown, depth: number): Answer {
    if (schema === false) return 'no';
    // `true`, and anything that is no schema, allows everything.
    if (!isObject(schema)) return 'yes';
    if (depth > MAX_DEPTH) return 'unknown';
    this.#budget.visit();
    const all = new All();
    const holds =
      all.add(isOfTypes(schema, value)) &&
      all.add(isChosen(schema, value)) &&
      all.add(this.#ofValue(schema, value, depth + 1)) &&
      this.#combined(all, schema, value, depth + 1);
    if (!holds) return 'no';
    return isForeign(schema) ? 'unknown' : all.result;
  }

  #ofValue(schema: JsonObject, value: unknown, depth: number): Answer {
    if (typeof value === 'number') return ofNumber(schema, value);
    if (typeof value === 'string') return ofText(schema, value);
    if (Array.isArray(value)) return this.#ofList(schema, value as readonly unknown[], depth);
    return isObject(value) ? this.#ofObject(schema, value, depth) : 'yes';
  }

  #ofList(schema: JsonObject, value: readonly unknown[], depth: number): Answer {
    if (value.length < (keyword.countAt(schema, 'minItems', Math.ceil) ?? 0)) return 'no';
    if (value.length > (keyword.countAt(schema, 'maxItems', Math.floor) ?? Infinity)) return 'no';
    if (keyword.member(schema, 'uniqueItems') === true && !areDistinct(value)) return 'no';
    const { first, rest } = keyword.itemsAt(schema);
    const all = new All();
    for (const [at, item] of value.entries()) {
      if (!all.add(this.check(at < first.length ? first[at] : rest, item, depth))) return 'no';
    }
    if (Object.hasOwn(schema, 'contains')) all.add(this.#contains(schema, value, depth));
    return all.result;
  }

  #contains(schema: JsonObject, value: readonly unknown[], depth: number): Answer {
    const found = value.map((item) => this.check(schema['contains'], item, depth));
    const sure = found.filter((each) => each === 'yes').length;
    const possible = sure + found.filter((each) => each === 'unknown').length;
    const min = keyword.countAt(schema, 'minContains', Math.ceil) ?? 1;
    const max = keyword.countAt(schema, 'maxContains', Math.floor) ?? Infinity;
    if (possible < min || sure > max) return 'no';
    return answer(sure >= min && possible <= max ? true : undefined);
  }

  #ofObject(schema: JsonObject, value: JsonObject, depth: number): Answer {
    const has = (name: string): boolean => Object.hasOwn(value, name);
    const names = Object.keys(value);
    if (names.length < (keyword.countAt(schema, 'minProperties', Math.ceil) ?? 0)) return 'no';
    if (names.length > (keyword.countAt(schema, 'maxProperties', Math.floor) ?? Infinity)) return 'no';
    if (!keyword.namesAt(schema, 'required').every(has)) return 'no';
    if (keyword.dependentNamesAt(schema).some(([name, needed]) => has(name) && !needed.every(has))) return 'no';
    const all = new All();
    for (const [name, inner] of keyword.dependentSchemasAt(schema)) {
      if (has(name) && !all.add(this.check(inner, value, depth))) return 'no';
    }
    for (const name of names) if (!all.add(this.#member(schema, name, value[name], depth))) return 'no';
    return all.result;
  }

  #member(schema: JsonObject, name: string, value: unknown, depth: number): Answer {
    const all = new All();
    if (Object.hasOwn(schema, 'propertyNames')) all.add(this.check(schema['propertyNames'], name, depth));
    const properties = keyword.objectAt(schema, 'properties');
    const patterns = keyword.objectAt(schema, 'patternProperties') ?? {};
    let known: boolean | undefined = properties !== undefined && Object.hasOwn(properties, name);
    if (properties !== undefined && known && !all.add(this.check(properties[name], value, depth))) return 'no';
    for (const pattern of Object.keys(patterns)) {
      const matched = matches(pattern, name);
      if (matched === false) continue;
      const inner = this.check(patterns[pattern], value, depth);
      if (!all.add(matched === true || inner === 'yes' ? inner : 'unknown')) return 'no';
      if (known !== true) known = matched;
    }
    if (known === true) return all.result;
    const inner = this.check(keyword.member(schema, 'additionalProperties'), value, depth);
    all.add(known === false || inner === 'yes' ? inner : 'unknown');
    return all.result;
  }

  /** Adds what the keywords that combine schemas say; false when one of them does not hold. */
  #combined(all: All, schema: JsonObject, value: unknown, depth: number): boolean {
    const each = (list: readonly unknown[]): Answer[] => list.map((inner) => this.check(inner, value, depth));
    const reference = keyword.textAt(schema, '$ref');
    if (reference !== undefined && !all.add(this.#referred(reference, value, depth))) return false;
    for (const inner of keyword.listAt(schema, 'allOf') ?? [])
      if (!all.add(this.check(inner, value, depth))) return false;
    const any = keyword.listAt(schema, 'anyOf') ?? [];
    if (any.length > 0 && !all.add(anyOf(each(any)))) return false;
    const one = keyword.listAt(schema, 'oneOf') ?? [];
    if (one.length > 0 && !all.add(oneOf(each(one)))) return false;
    if (Object.hasOwn(schema, 'not') && !all.add(opposite(this.check(schema['not'], value, depth)))) return false;
    return !Object.hasOwn(schema, 'if') || all.add(this.#conditional(schema, value, depth));
  }

  #referred(reference: string, value: unknown, depth: number): Answer {
    const target = resolve(this.#survey, reference);
    return target === undefined ? 'unknown' : this.check(target, value, depth);
  }

  #conditional(schema: JsonObject, value: unknown, depth: number): Answer {
    const met = this.check(schema['if'], value, depth);
    const then = met === 'no' ? 'yes' : this.check(keyword.member(schema, 'then'), value, depth);
    const otherwise = met === 'yes' ? 'yes' : this.check(keyword.member(schema, 'else'), value, depth);
    if (met === 'yes') return then;
    if (met === 'no' || then === otherwise) return otherwise;
    return 'unknown';
  }
}

function anyOf(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('unknown') ? 'unknown' : 'no';
}

function oneOf(answers: readonly Answer[]): Answer {
  const holding = answers.filter((each) => each === 'yes').length;
  if (holding > 1) return 'no';
  if (answers.includes('unknown')) return 'unknown';
  return answer(holding === 1);
}

function opposite(given: Answer): Answer {
  return given === 'unknown' ? given : answer(given === 'no');
}

function isOfTypes(schema: JsonObject, value: unknown): Answer {
  const types = keyword.typesAt(schema);
  if (types === undefined) return 'yes';
  if (types.length === 0) return 'unknown';
  const given = keyword.typeOf(value);
  return answer(types.some((type) => keyword.isOfType(given, type)));
}

function isChosen(schema: JsonObject, value: unknown): Answer {
  const listed = keyword.listAt(schema, 'enum') ?? [];
  if (listed.length > 0 && !listed.some((choice) => keyword.isEqual(value, choice))) return 'no';
  return answer(!Object.hasOwn(schema, 'const') || keyword.isEqual(value, schema['const']));
}

function ofNumber(schema: JsonObject, value: number): Answer {
  const { minimum, above, maximum, below } = keyword.boundsAt(schema);
  if (value < minimum || value <= above || value > maximum || value >= below) return 'no';
  const multiple = keyword.numberAt(schema, 'multipleOf');
  if (multiple !== undefined && multiple > 0 && !Number.isInteger(value / multiple)) return 'no';
  const format = keyword.textAt(schema, 'format');
  return format === undefined ? 'yes' : answer(isFormatted(format, value));
}

function ofText(schema: JsonObject, value: string): Answer {
  const min = keyword.countAt(schema, 'minLength', Math.ceil) ?? 0;
  const max = keyword.countAt(schema, 'maxLength', Math.floor) ?? Infinity;
  if (min > 0 || max < Infinity) {
    const length = countCharacters(value);
    if (length < min || length > max) return 'no';
  }
  const all = new All();
  const [pattern, format] = [keyword.textAt(schema, 'pattern'), keyword.textAt(schema, 'format')];
  if (pattern !== undefined && !all.add(answer(matches(pattern, value)))) return 'no';
  if (format !== undefined) all.add(answer(isFormatted(format, value)));
  return all.result;
}

function areDistinct(values: readonly unknown[]): boolean {
  return new Set(values.map(keyword.canonical)).size === values.length;
}
