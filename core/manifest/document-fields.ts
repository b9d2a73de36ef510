/** The fields of the document, of its sandboxes, and those that all cases share. Source: manifest specification, 1.2 and 1.4. */

import { atStage, closedObject, dictionary } from './composite-fields.js';
import type { Field, FieldSet, KindDeclaration } from './declaration.js';
import { field, identifier, integer, oneOf, optional, text } from './plain-fields.js';

/** A note to operators: checked, and not kept. */
const sandbox = closedObject('bounds', { description: text(0, 240) });

/** Of the document. What stands in `probes` is checked case by case. */
export const documentFields = {
  $schema: optional(field<string>('bounds', { type: 'string' }, 'a text', (value) => typeof value === 'string')),
  version: field<1>('bounds', { const: 1 }, 'the number 1, the only version there is', (value) => value === 1),
  timeout_ms: optional(integer(100, 600_000)),
  sandboxes: optional(dictionary('bounds', identifier(), sandbox, 'names to sandboxes')),
  probes: {
    stage: 'bounds',
    schema: { type: 'array', minItems: 1, items: { $ref: '#/$defs/case' } },
    optional: false,
    check(value, at, problem) {
      if (!Array.isArray(value)) problem(at, 'takes a list of cases', 'shape');
      else if (value.length === 0) problem(at, 'is empty; it takes at least one case');
    },
  } as Field<readonly unknown[]>,
} satisfies FieldSet;

/** Whether the author may declare a case of the kind mutating: that takes a sandbox, and so a field to name it in. */
export function mayMutate({ access, sandbox }: KindDeclaration): boolean {
  return access === 'either' && sandbox === 'yes';
}

/** Of every case. `probe` is looked up before. */
export const sharedFields = {
  id: atStage('id', identifier()),
  probe: field<string>('shape', { type: 'string' }, 'the name of a kind', (value) => typeof value === 'string'),
  access: atStage('access', oneOf('read_only', 'mutating')),
} satisfies FieldSet;

/** Every field of a case of this kind, `sandbox` where it is known. No kind can take the shared ones for its own. */
export function caseFields({ sandbox, fields }: KindDeclaration): FieldSet {
  const shared = { ...sharedFields, ...(sandbox !== 'no' && { sandbox: SANDBOX }) };
  return { ...shared, ...fields, ...shared };
}

const SANDBOX = optional(atStage('access', identifier()));
