/**
 * ajv, for the schemas that `check` cannot judge alone. Loaded only then; its regular expressions run in linear time,
 * only schemas that are valid themselves reach its compiler, and a schema too deep for it is one it cannot judge.
 */

import type { AnySchemaObject, Options, ValidateFunction } from 'ajv';
import type { JsonObject } from '../json.js';
import { textAt } from './keywords.js';
import { matches } from './regular-expressions.js';

/** Whether a value satisfies the schema; undefined when ajv cannot tell. */
export type Validate = (value: unknown) => boolean | undefined;

interface Compiler {
  compile(schema: AnySchemaObject): ValidateFunction;
  removeSchema(schema: AnySchemaObject): unknown;
}

const compilers = new Map<string, Promise<Compiler>>();
let latest: { readonly schema: JsonObject; readonly validate: Validate } | undefined;

/** The validator of a schema. The last one is kept, because the cases of one tool follow each other. */
export async function referenceValidator(schema: JsonObject): Promise<Validate> {
  if (latest?.schema !== schema) latest = { schema, validate: compile(await compilerFor(schema), schema) };
  return latest.validate;
}

/** By the schema's own word; without one, what the protocol says applies: 2020-12. */
function compilerFor(schema: JsonObject): Promise<Compiler> {
  const dialect = /draft-0[4-7]|2019-09/.exec(textAt(schema, '$schema') ?? '')?.[0] ?? '2020-12';
  let compiler = compilers.get(dialect);
  if (compiler === undefined) {
    compiler = load(dialect);
    compilers.set(dialect, compiler);
  }
  return compiler;
}

async function load(dialect: string): Promise<Compiler> {
  const [{ default: addFormats }, Ajv] = await Promise.all([import('ajv-formats'), classFor(dialect)]);
  const options: Options = {
    strict: false,
    logger: false,
    addUsedSchema: false,
    validateSchema: true,
    inlineRefs: false,
    ownProperties: true,
    code: { regExp: linearRegExp },
  };
  const ajv = new Ajv(options);
  addFormats.default(ajv);
  return ajv;
}

async function classFor(dialect: string) {
  if (dialect === '2020-12') return (await import('ajv/dist/2020.js')).Ajv2020;
  if (dialect === '2019-09') return (await import('ajv/dist/2019.js')).Ajv2019;
  return (await import('ajv')).Ajv;
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
  // Older drafts than ajv carries are close enough to read as draft 7; the schema's own address is of no use here.
  const { $schema: _dialect, $id: _address, ...rest } = schema;
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
