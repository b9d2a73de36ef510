/**
 * Whether a result is what a declared schema promises. Unlike arguments, which we make ourselves and may leave out,
 * both come from the server, both may be hostile, and a schema that is no schema has to be noticed.
 */

import { isObject, type JsonObject } from '../json.js';
import { type Compiler, dialectOf, newAjv, withoutDialect } from './ajv.js';
import { withinTime } from './within-time.js';

/** `unusable`: the schema cannot be compiled, or judging by it does not end. */
export type Conformance = 'conforms' | 'differs' | 'unusable';

/** Objects and lists of one schema. ajv takes a second or two for so many, and more than in proportion for more. */
const MAX_PARTS = 2_000;
const MAX_DEPTH = 200;
/** For everything that size does not bound: regular expressions, references that multiply, lists without a double. */
const LIMIT_MS = 5_000;

type Validate = (value: unknown) => Conformance;

const compilers = new Map<string, Promise<Compiler>>();
const validators = new WeakMap<JsonObject, Promise<Validate>>();

/**
 * Judges a value by the whole schema, as clients do: draft 2020-12 unless the schema names another, formats included.
 * References are followed within the schema and never fetched. Loads ajv. Never rejects.
 */
export async function outputConformance(schema: JsonObject, value: unknown): Promise<Conformance> {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = validatorFor(schema);
    validators.set(schema, validate);
  }
  return (await validate)(value);
}

async function validatorFor(schema: JsonObject): Promise<Validate> {
  const size = measure(schema);
  if (size === undefined) return () => 'unusable';
  const dialect = dialectOf(schema);
  const compiler = await (size.hasAddress ? newAjv(dialect) : sharedCompiler(dialect));
  const given = withoutDialect(schema);
  try {
    const validate = withinTime(LIMIT_MS, () => compiler.compile(given));
    compiler.removeSchema(given);
    return (value) => judged(() => validate(value) === true);
  } catch {
    // It may have been stopped half-way.
    compilers.delete(dialect);
    return () => 'unusable';
  }
}

function judged(validate: () => boolean): Conformance {
  try {
    return withinTime(LIMIT_MS, validate) ? 'conforms' : 'differs';
  } catch {
    return 'unusable';
  }
}

function sharedCompiler(dialect: string): Promise<Compiler> {
  let compiler = compilers.get(dialect);
  if (compiler === undefined) {
    compiler = newAjv(dialect);
    compilers.set(dialect, compiler);
  }
  return compiler;
}

/**
 * Undefined for a schema that is too large or too deep. `hasAddress`: some part of it has an address of its own, which
 * ajv would remember, and find again for another schema.
 */
function measure(schema: JsonObject): { readonly hasAddress: boolean } | undefined {
  let parts = 0;
  let hasAddress = false;
  const open: (readonly [object, number])[] = [[schema, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, depth] = next;
    parts += 1;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return undefined;
    hasAddress ||= isObject(part) && Object.hasOwn(part, '$id');
    for (const inner of Object.values(part) as readonly unknown[])
      if (typeof inner === 'object' && inner !== null) open.push([inner, depth + 1]);
  }
  return { hasAddress };
}
