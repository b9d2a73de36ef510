/**
 * The plainest value that satisfies a schema, and arguments that break one. Source: manifest specification, 4.9.3.
 * Fewer values are found than by `happyArguments`, on purpose: the rules are part of the readiness standard, and a
 * schema that they cannot satisfy says so little that a model would have to guess as well.
 *
 * Both functions are async: what a schema means is checked by validators that load when they are needed.
 */

import { isObject, type JsonObject } from '../json.js';
import { conforms } from '../schema/conforms.js';
import { wrongValue } from '../schema/edge.js';
import * as keyword from '../schema/keywords.js';
import { fitsLimits, MAX_CHARACTERS, MAX_ITEMS } from '../schema/limits.js';
import { resolve, type Survey, surveyOf } from '../schema/survey.js';

export type Synthesized = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** Schemas inside each other, references counted. */
const MAX_DEPTH = 8;
/** Schemas looked at for one value: a few references can otherwise double at every level. */
const MAX_VISITS = 10_000;
/** Properties tried with a value of the wrong type. */
const MAX_TRIED = 50;
const WORD = 'sample';
const FORMATTED: ReadonlyMap<string, string> = new Map([
  ['date', '2025-01-15'],
  ['date-time', '2025-01-15T12:00:00Z'],
  ['uri', 'https://example.com/'],
  ['email', 'sample@example.com'],
  ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
]);
const UNKNOWN_PROPERTY = 'toolscore_unknown_property';

const NONE: Synthesized = { ok: false };

/**
 * A value by the first rule that applies at each place, required properties only. Not ok when a rule has no value, or
 * when the value does not satisfy the whole schema. Never rejects.
 */
export async function synthesize(schema: JsonObject): Promise<Synthesized> {
  const made = new Maker(surveyOf(schema)).make(schema, 0);
  // A value that nobody can judge is none that is known to satisfy the schema.
  return made.ok && fitsLimits(made.value) && (await conforms(schema, made.value)) === true ? made : NONE;
}

/**
 * Arguments that the schema refuses: none at all where some are required, else a property of the wrong type, else one
 * that is not declared. Not ok when the schema admits all of these. Never rejects.
 */
export async function violate(
  schema: JsonObject,
): Promise<{ readonly ok: true; readonly value: JsonObject } | { readonly ok: false }> {
  for (const value of violations(schema)) if ((await conforms(schema, value)) === false) return { ok: true, value };
  return { ok: false };
}

function* violations(schema: JsonObject): Generator<JsonObject> {
  yield {};
  const survey = surveyOf(schema);
  const properties = keyword.objectAt(rootOf(survey), 'properties') ?? {};
  for (const name of Object.keys(properties).toSorted().slice(0, MAX_TRIED))
    yield withMember(name, wrongValue(survey, properties[name]));
  yield { [UNKNOWN_PROPERTY]: WORD };
}

function rootOf(survey: Survey): JsonObject {
  const reference = keyword.textAt(survey.root, '$ref');
  const target = reference === undefined ? undefined : resolve(survey, reference);
  return isObject(target) ? target : survey.root;
}

function withMember(name: string, value: unknown): JsonObject {
  const object = {};
  keyword.setMember(object, name, value);
  return object;
}

class Maker {
  readonly #survey: Survey;
  #visits = MAX_VISITS;

  constructor(survey: Survey) {
    this.#survey = survey;
  }

  make(schema: unknown, depth: number): Synthesized {
    this.#visits -= 1;
    if (!isObject(schema) || depth > MAX_DEPTH || this.#visits < 0) return NONE;
    const reference = keyword.textAt(schema, '$ref');
    if (reference !== undefined) return this.make(resolve(this.#survey, reference), depth + 1);
    const said = saidValue(schema);
    if (said.ok) return said;
    const branches = keyword.listAt(schema, 'anyOf') ?? keyword.listAt(schema, 'oneOf');
    return branches === undefined ? this.#ofType(schema, depth) : this.make(branches[0], depth + 1);
  }

  #ofType(schema: JsonObject, depth: number): Synthesized {
    switch (typeOf(schema)) {
      case 'string':
        return textOf(schema);
      case 'number':
      case 'integer':
        return numberOf(schema);
      case 'boolean':
        return { ok: true, value: false };
      case 'null':
        return { ok: true, value: null };
      case 'array':
        return this.#list(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return NONE;
    }
  }

  #list(schema: JsonObject, depth: number): Synthesized {
    const count = keyword.countAt(schema, 'minItems', Math.ceil) ?? 0;
    if (count === 0) return { ok: true, value: [] };
    const { first, rest } = keyword.itemsAt(schema);
    const item = count > MAX_ITEMS ? NONE : this.make(first[0] ?? rest, depth + 1);
    return item.ok ? { ok: true, value: Array.from({ length: count }, () => item.value) } : NONE;
  }

  #object(schema: JsonObject, depth: number): Synthesized {
    const properties = keyword.objectAt(schema, 'properties') ?? {};
    const value = {};
    for (const name of keyword.namesAt(schema, 'required')) {
      const made = this.make(keyword.member(properties, name), depth + 1);
      if (!made.ok) return NONE;
      keyword.setMember(value, name, made.value);
    }
    return { ok: true, value };
  }
}

/** What the schema itself gives as a value. */
function saidValue(schema: JsonObject): Synthesized {
  for (const name of ['const', 'enum', 'default', 'examples']) {
    if (!Object.hasOwn(schema, name)) continue;
    const said = name === 'enum' || name === 'examples' ? keyword.listAt(schema, name) : [schema[name]];
    if (said !== undefined && said.length > 0) return { ok: true, value: said[0] };
  }
  return NONE;
}

/** The first type that is not null. Properties speak of an object where no type is named. */
function typeOf(schema: JsonObject): keyword.JsonType | undefined {
  const types = keyword.typesAt(schema);
  if (types === undefined) return keyword.objectAt(schema, 'properties') === undefined ? undefined : 'object';
  return types.find((type) => type !== 'null') ?? types[0];
}

function textOf(schema: JsonObject): Synthesized {
  const formatted = FORMATTED.get(keyword.textAt(schema, 'format') ?? '');
  if (formatted !== undefined) return { ok: true, value: formatted };
  const least = keyword.countAt(schema, 'minLength', Math.ceil) ?? 0;
  if (keyword.textAt(schema, 'pattern') !== undefined || least > MAX_CHARACTERS) return NONE;
  const most = keyword.countAt(schema, 'maxLength', Math.floor) ?? Infinity;
  return { ok: true, value: WORD.padEnd(least, 'x').slice(0, most) };
}

function numberOf(schema: JsonObject): Synthesized {
  const above = keyword.numberAt(schema, 'exclusiveMinimum');
  const least = keyword.numberAt(schema, 'minimum') ?? (above === undefined ? 1 : above + 1);
  return { ok: true, value: Math.min(least, keyword.numberAt(schema, 'maximum') ?? Infinity) };
}
