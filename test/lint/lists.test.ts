/** Lists in a schema that do not say what they hold. */

import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { listsIn } from '../../plugins/lint/lists.js';

const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

test.each<readonly [string, JsonObject, readonly string[]]>([
  ['a list without items', object({ tags: { type: 'array' } }), ['tags']],
  ['one among other types', object({ tags: { type: ['array', 'null'] } }), ['tags']],
  ['one inside of an object', object({ plan: object({ steps: { type: 'array' } }) }), ['plan.steps']],
  ['one inside of a list', object({ rows: { type: 'array', items: { type: 'array' } } }), ['rows[]']],
  ['one in a branch', object({ tags: { anyOf: [{ type: 'string' }, { type: 'array' }] } }), ['tags']],
  ['several', object({ a: { type: 'array' }, b: { type: 'array' } }), ['a', 'b']],
  ['a list with items', object({ tags: { type: 'array', items: { type: 'string' } } }), []],
  ['a list of anything, said on purpose', object({ tags: { type: 'array', items: {} } }), []],
  ['a tuple', object({ pair: { type: 'array', prefixItems: [{}, {}] } }), []],
  ['a list that is described elsewhere', object({ tags: { type: 'array', $ref: '#/$defs/tags' } }), []],
  ['a value that looks like a schema', object({ tags: { type: 'object', default: { type: 'array' } } }), []],
])('%s', (_, schema, bare) => {
  expect(listsIn(schema)).toMatchObject({ bare, first: bare[0] ?? '' });
});

test('a schema nested thousands deep', () => {
  let schema: JsonObject = { type: 'array' };
  for (let depth = 0; depth < 5_000; depth += 1) schema = { type: 'array', items: schema };
  expect(listsIn(object({ deep: schema })).lists).toBe(5_001);
});
