/** Where a value is not what a schema asks for, in words. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { differenceIn } from '../../core/schema/difference.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    state: { enum: ['open', 'done'] },
    notes: { type: 'array', items: { $ref: '#/$defs/note' } },
  },
  required: ['total'],
  additionalProperties: false,
  $defs: { note: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] } },
};

test.each<readonly [unknown, string | undefined]>([
  ['3', 'the result is a string where the schema says object'],
  [{}, 'the result lacks "total"'],
  [{ total: '3' }, '"total" is a string where the schema says integer'],
  [{ total: null }, '"total" is null where the schema says integer'],
  [{ total: 3, state: 'late' }, '"state" is none of the values that the schema lists'],
  [{ total: 3, notes: [{ key: 'a' }, { key: 7 }] }, '"notes[1].key" is an integer where the schema says string'],
  [{ total: 3, notes: [{}] }, '"notes[0]" lacks "key"'],
  [{ total: 3, more: 1 }, '"more" is not what the schema says'],
  [{ total: 3, notes: [] }, undefined],
])('%j', (value, words) => {
  expect(differenceIn(schema, value)).toBe(words);
});

test('a schema that refers to itself, and a value nested thousands deep', () => {
  expect(differenceIn({ $ref: '#' }, {})).toBeUndefined();
  let deep: unknown = 1;
  for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
  expect(differenceIn({ type: 'object' }, deep)).toBeUndefined();
});
