/**
 * What JSON Schema finds, in the author's terms: where, what was written, what is taken. Schemas say the latter in
 * `x-expected`, and in `x-secret` that a value must not be quoted. Loads ajv; import it lazily.
 */

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { Path, Problem } from '../origin.js';
import { quote, showPath, typeWords } from './quote.js';

/** How messages call what is checked. */
export interface SchemaWords {
  /** As in `the file lacks "x"`. */
  readonly whole: string;
  /** As in `a config has no setting "x"`. */
  readonly kind: string;
  readonly member: string;
  /** What to say of a member that is missing. */
  readonly lacking?: (name: string) => string;
}

const CONFIG_WORDS: SchemaWords = { whole: 'the file', kind: 'a config', member: 'setting' };

export interface SchemaCheck {
  /** Everything that does not fit, in the order of the value. */
  problems(value: unknown): readonly Problem[];
}

/**
 * Compiles one of `schemas`, which may refer to each other by `$id`. Alternatives (`anyOf`) that take objects or lists
 * must be references into `$defs`, so that the problems of the one that was meant can be told.
 */
export function compileCheck(
  id: string,
  schemas: readonly JsonObject[],
  words: SchemaWords = CONFIG_WORDS,
): SchemaCheck {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    keywords: ['x-expected', 'x-secret'],
    schemas: [...schemas],
  });
  const validate = ajv.getSchema(id);
  if (validate === undefined) throw new Error(`no schema has the id ${id}`);
  // A reference in an error does not say which of the schemas it stood in; their own definitions come first.
  const ids = [id, ...schemas.map((schema) => String(schema['$id'])).filter((other) => other !== id)];
  const lookUp: LookUp = (reference) => {
    const names = reference.startsWith('#') ? ids.map((one) => `${one}${reference}`) : [reference];
    return names.map((name) => ajv.getSchema(name)).find((found) => found !== undefined) as
      | ValidateFunction
      | undefined;
  };
  return { problems: (value) => run(validate as ValidateFunction, { lookUp, words }, value, []) };
}

type LookUp = (reference: string) => ValidateFunction | undefined;
interface Speech {
  readonly lookUp: LookUp;
  readonly words: SchemaWords;
}

function run(validate: ValidateFunction, speech: Speech, value: unknown, base: Path): readonly Problem[] {
  if (validate(value)) return [];
  // The errors belong to the validator and go with its next call.
  const errors = [...(validate.errors ?? [])];
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  const insideAlternative = ({ instancePath, keyword }: ErrorObject): boolean =>
    alternatives.some((at) => (instancePath === at && keyword !== 'anyOf') || instancePath.startsWith(`${at}/`));
  const problems: Problem[] = [];
  for (const error of errors) {
    if (insideAlternative(error)) continue;
    const path = [...base, ...stepsOf(error.instancePath, value)];
    const meant = error.keyword === 'anyOf' ? alternativeFor(error, speech.lookUp) : undefined;
    if (meant === undefined) problems.push(...describe(error, path, speech));
    else problems.push(...run(meant, speech, error.data, path));
  }
  return problems;
}

/** The alternative that takes values of this type, when it can be looked into. */
function alternativeFor({ data, schema }: ErrorObject, lookUp: LookUp): ValidateFunction | undefined {
  const type = jsonType(data);
  if (type !== 'object' && type !== 'array') return undefined;
  return (schema as readonly JsonObject[])
    .map(({ $ref }) => (typeof $ref === 'string' ? lookUp($ref) : undefined))
    .find((found) => found !== undefined && isObject(found.schema) && found.schema['type'] === type);
}

/** The steps of a JSON pointer; places in lists as numbers. */
function stepsOf(pointer: string, root: unknown): Path {
  let holder = root;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(holder) ? Number(name) : name;
      holder = (holder as Record<string | number, unknown> | undefined)?.[step];
      return step;
    });
}

function describe(error: ErrorObject, path: Path, { lookUp, words }: Speech): readonly Problem[] {
  const parent = (error.parentSchema ?? {}) as JsonObject;
  const shown = showPath(path);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String((error.params as { additionalProperty: unknown }).additionalProperty);
      return [
        {
          path: [...path, name],
          atKey: true,
          message: unknownKey(name, shown, words, Object.keys((parent['properties'] as object | undefined) ?? {})),
        },
      ];
    }
    case 'required': {
      const { missingProperty } = error.params as { missingProperty: string };
      return [
        {
          path,
          message: `${shown || words.whole} lacks "${missingProperty}".${words.lacking?.(missingProperty) ?? ''}`,
        },
      ];
    }
    // The name that does not fit is reported by the keyword inside.
    case 'propertyNames':
      return [];
    default: {
      // Of a name, ajv says whose member it is, not where it stands.
      const name = (error as { propertyName?: string }).propertyName;
      if (name !== undefined) {
        return [
          {
            path: [...path, name],
            atKey: true,
            message: `${shown ? `${shown}: ` : ''}${quote(name)} is no name here; expected ${expectedBy(parent, error)}.`,
          },
        ];
      }
      // What stands where a secret belongs may be one.
      const found = parent['x-secret'] === true ? typeWords(error.data) : quote(error.data);
      const meant = typeof error.data === 'string' ? didYouMean(error.data, wordsOf(parent, lookUp)) : '';
      return [{ path, message: `${shown || words.whole} takes ${expectedBy(parent, error)}; found ${found}.${meant}` }];
    }
  }
}

function unknownKey(name: string, where: string, { kind, member }: SchemaWords, known: readonly string[]): string {
  const meant = didYouMean(name, known);
  return `${where || kind} has no ${member} ${quote(name)}.${meant || ` It has: ${known.filter((key) => key !== '$schema').join(', ')}.`}`;
}

function expectedBy(schema: JsonObject, { message }: ErrorObject): string {
  const { 'x-expected': expected } = schema;
  return typeof expected === 'string' ? expected : (message ?? 'something else');
}

/** The words that a schema takes, those of its alternatives included. */
function wordsOf(schema: JsonObject, lookUp: LookUp): readonly string[] {
  const branches = ((schema['anyOf'] as JsonObject[] | undefined) ?? []).map((branch) => {
    const referred = typeof branch['$ref'] === 'string' ? lookUp(branch['$ref'])?.schema : undefined;
    return isObject(referred) ? referred : branch;
  });
  return [schema, ...branches]
    .flatMap((one) => (one['enum'] as unknown[] | undefined) ?? [])
    .filter((word) => typeof word === 'string');
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
