/** The arguments of a call: what clients are told about them, and the check of what they send. One and the same declaration. */

import { UsageError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { checkMembers, closedObject } from '../manifest/composite-fields.js';
import type { FieldSet } from '../manifest/declaration.js';
import { fieldValues } from '../manifest/field-values.js';
import { ManifestProblems } from '../manifest/problems.js';

/** How messages name what a client sent. */
const SOURCE = 'arguments';

/** The JSON Schema of arguments with these fields and no others. */
export function inputSchema(fields: FieldSet): JsonObject {
  return closedObject('bounds', fields).schema;
}

/**
 * The arguments as the tool gets them: what may be left out has its fallback.
 * @throws UsageError with everything that is wrong, one line each; what was sent is never quoted
 */
export function readInput(fields: FieldSet, given: JsonObject): JsonObject {
  const problems = new ManifestProblems(() => ({ source: SOURCE }));
  const add = problems.section();
  checkMembers(given, fields, [], (at, message, stage = 'bounds') => add(at, message, stage));
  if (problems.any) throw new UsageError(problems.lines);
  return fieldValues({ fields }, given);
}
