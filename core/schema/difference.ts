/** Where a value is not what a schema asks for, in words, as far as that can be told without ajv. */

import { isObject, type JsonObject } from '../json.js';
import { type Answer, check } from './check.js';
import { itemsAt, namesAt, objectAt, textAt, typeOf, typesAt } from './keywords.js';
import { Budget, BudgetSpent, fitsLimits } from './limits.js';
import { resolve, type Survey, surveyOf } from './survey.js';

const MAX_DEPTH = 20;
const MAX_NAME = 60;

/** `"total" is a string where the schema says integer`; undefined when nothing simple says where it is. */
export function differenceIn(schema: JsonObject, value: unknown): string | undefined {
  if (!fitsLimits(value)) return undefined;
  const survey = surveyOf(schema);
  try {
    return new Search(survey, new Budget()).in(schema, value, '', 0);
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

class Search {
  readonly #survey: Survey;
  readonly #budget: Budget;

  constructor(survey: Survey, budget: Budget) {
    this.#survey = survey;
    this.#budget = budget;
  }

  in(given: unknown, value: unknown, path: string, depth: number): string | undefined {
    const schema = this.#referred(given);
    if (schema === undefined || depth > MAX_DEPTH) return undefined;
    const where = path === '' ? 'the result' : `"${path}"`;
    const types = typesAt(schema);
    if (types !== undefined && this.#says({ type: schema['type'] }, value) === 'no')
      return `${where} is ${article(typeOf(value))} where the schema says ${types.join(' or ')}`;
    if (isObject(value)) {
      const absent = namesAt(schema, 'required').find((name) => !Object.hasOwn(value, name));
      if (absent !== undefined) return `${where} lacks "${absent.slice(0, MAX_NAME)}"`;
    }
    return this.#inside(schema, value, path, depth) ?? this.#chosen(schema, value, where);
  }

  #inside(schema: JsonObject, value: unknown, path: string, depth: number): string | undefined {
    for (const [name, member, inner] of membersOf(schema, value)) {
      if (this.#says(inner, member) !== 'no') continue;
      const at = typeof name === 'number' ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
      return this.in(inner, member, at.slice(0, 3 * MAX_NAME), depth + 1) ?? `"${at}" is not what the schema says`;
    }
    return undefined;
  }

  #chosen(schema: JsonObject, value: unknown, where: string): string | undefined {
    const { enum: choices } = schema;
    return Array.isArray(choices) && this.#says({ enum: choices }, value) === 'no'
      ? `${where} is none of the values that the schema lists`
      : undefined;
  }

  #says(schema: unknown, value: unknown): Answer {
    return check(this.#survey, this.#budget, schema, value);
  }

  /** What a reference stands for. */
  #referred(schema: unknown): JsonObject | undefined {
    let [found, left] = [schema, MAX_DEPTH];
    while (isObject(found) && textAt(found, '$ref') !== undefined && left > 0) {
      found = resolve(this.#survey, textAt(found, '$ref') ?? '');
      left -= 1;
    }
    return isObject(found) ? found : undefined;
  }
}

type Member = readonly [string | number, unknown, unknown];

/** Members and items, each with its schema. */
function* membersOf(schema: JsonObject, value: unknown): Generator<Member> {
  if (Array.isArray(value)) {
    const { first, rest } = itemsAt(schema);
    for (const [at, item] of (value as readonly unknown[]).entries())
      yield [at, item, at < first.length ? first[at] : rest];
  } else if (isObject(value)) {
    const properties = objectAt(schema, 'properties') ?? {};
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) yield [name, member, properties[name]];
      else if (schema['additionalProperties'] === false) yield [name, member, false];
    }
  }
}

function article(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
