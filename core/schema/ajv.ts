/** ajv with the settings that schemas of servers need. Loaded only when somebody asks for it. */

import type { AnySchemaObject, CodeOptions, Options, ValidateFunction } from 'ajv';
import type { JsonObject } from '../json.js';
import { textAt } from './keywords.js';

/** What is used of an ajv instance. */
export interface Compiler {
  compile(schema: AnySchemaObject): ValidateFunction;
  removeSchema(schema: AnySchemaObject): unknown;
}

/** By the schema's own word; without one, what the protocol says applies: 2020-12. */
export function dialectOf(schema: JsonObject): string {
  return /draft-0[4-7]|2019-09/.exec(textAt(schema, '$schema') ?? '')?.[0] ?? '2020-12';
}

/**
 * An instance for a dialect; older drafts than ajv carries are close enough to read as draft 7. Only schemas that are
 * valid themselves reach its compiler, and nothing is ever fetched.
 */
export async function newAjv(dialect: string, code: CodeOptions = {}): Promise<Compiler> {
  const [{ default: addFormats }, Ajv] = await Promise.all([import('ajv-formats'), classFor(dialect)]);
  const options: Options = {
    strict: false,
    logger: false,
    addUsedSchema: false,
    validateSchema: true,
    inlineRefs: false,
    ownProperties: true,
    code,
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

/**
 * The schema without what means something to ajv and nothing here: its dialect, which may be one that ajv does not know,
 * and a word of ajv's own that would make the answer a promise.
 */
export function withoutDialect(schema: JsonObject): JsonObject {
  const { $schema: _dialect, $async: _word, ...rest } = schema;
  return rest;
}
