/**
 * ajv, for the schemas that `check` cannot judge alone. Loaded only then; its regular expressions run in linear time,
 * only schemas that are valid themselves reach its compiler, and a schema too deep for it is one it cannot judge.
 */

import type { JsonObject } from '../json.js';
import { type Compiler, dialectOf, newAjv, withoutDialect } from './ajv.js';
import { loadRegularExpressions, matches } from './regular-expressions.js';

/** Whether a value satisfies the schema; undefined when ajv cannot tell. */
export type Validate = (value: unknown) => boolean | undefined;

const compilers = new Map<string, Promise<Compiler>>();
let latest: { readonly schema: JsonObject; readonly validate: Validate } | undefined;

/** The validator of a schema. The last one is kept, because the cases of one tool follow each other. */
export async function referenceValidator(schema: JsonObject): Promise<Validate> {
  if (latest?.schema !== schema) latest = { schema, validate: compile(await compilerFor(schema), schema) };
  return latest.validate;
}

function compilerFor(schema: JsonObject): Promise<Compiler> {
  const dialect = dialectOf(schema);
  let compiler = compilers.get(dialect);
  if (compiler === undefined) {
    compiler = load(dialect);
    compilers.set(dialect, compiler);
  }
  return compiler;
}

async function load(dialect: string): Promise<Compiler> {
  // The schemas of schemas have regular expressions, too.
  await loadRegularExpressions();
  return newAjv(dialect, { regExp: linearRegExp });
}

/** Throws for a match that cannot be told, which makes the whole value one that ajv cannot judge. */
const linearRegExp = Object.assign(
  (pattern: string) => ({
    test(text: string): boolean {
      const found = matches(pattern, text);
      if (found === undefined) throw new Error(`cannot match ${pattern}`);
      return found;
    },
  }),
  { code: 'linearRegExp' },
);

function compile(compiler: Compiler, schema: JsonObject): Validate {
  // The schema's own address is of no use here.
  const { $id: _address, ...rest } = withoutDialect(schema);
  try {
    const validate = compiler.compile(rest);
    compiler.removeSchema(rest);
    return (value) => {
      try {
        return validate(value) as boolean;
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}
