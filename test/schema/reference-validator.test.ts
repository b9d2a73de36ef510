import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { referenceValidator } from '../../core/schema/reference-validator.js';

test.each<[string, JsonObject]>([
  ['a name that the schema of schemas checks by a regular expression', { $anchor: 'top', required: ['a'] }],
  ['a word of ajv that would make it wait', { $async: true, required: ['a'] }],
  ['an address', { $id: 'https://example.com/a', required: ['a'] }],
])('it can tell in spite of %s', async (_what, schema) => {
  const validate = await referenceValidator(schema);
  expect(validate({ a: 1 })).toBe(true);
  expect(validate({})).toBe(false);
});

test.each<[string, JsonObject]>([
  ['is broken', { type: 'text' }],
  ['refers to the outside', { $ref: 'https://example.com/a' }],
])('it cannot tell when the schema %s', async (_what, schema) => {
  expect((await referenceValidator(schema))({})).toBeUndefined();
});
