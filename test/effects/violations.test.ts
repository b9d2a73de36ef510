import { expect, it } from 'vitest';
import { type Violation, violationsOf } from '../../core/effects/violations.js';
import type { JsonObject } from '../../core/json.js';
import { tool } from '../schema/tools.js';

const TEXT = { type: 'string' };
const of = async (
  inputSchema: JsonObject,
  valid: JsonObject,
  fixed: readonly string[] = [],
): Promise<readonly Violation[]> =>
  violationsOf(tool({ name: 'x', inputSchema: { type: 'object', ...inputSchema } }), valid, {
    hex: 'aaaaaa',
    most: 20,
    fixed: new Set(fixed),
  });
const inWords = (found: readonly Violation[]): readonly string[] =>
  found.map(({ kind, path, value }) => `${kind} ${path} ${value === undefined ? 'left out' : JSON.stringify(value)}`);

it('breaks one thing at a time, each kind first', async () => {
  const properties = {
    name: TEXT,
    kind: { enum: ['a', 'b'] },
    count: { type: 'integer', minimum: 1 },
    ratio: { type: 'number' },
  };
  const valid = { name: 'n', kind: 'a', count: 2, ratio: 0.5 };
  const found = await of({ properties, required: ['name', 'count'] }, valid);
  expect(inWords(found)).toEqual([
    'choice kind "tspaaaaaa-kind"',
    'minimum count 0',
    'whole-number count 1.5',
    'required name left out',
    'type name 1911184810',
    'required count left out',
    'type count "tspaaaaaa-count"',
    'type ratio "tspaaaaaa-ratio"',
  ]);
  expect(found[4]?.arguments).toEqual({ ...valid, name: 1_911_184_810 });
  expect(valid.name).toBe('n');
});

it('looks inside of lists and objects', async () => {
  const items = { type: 'object', properties: { name: TEXT, kind: { enum: ['a'] } }, required: ['name'] };
  const found = await of(
    { properties: { nodes: { type: 'array', items } }, required: ['nodes'] },
    { nodes: [{ name: 'n', kind: 'a' }, { name: 'm' }] },
  );
  expect(inWords(found)).toContain('type nodes[0].name 1911184810');
  expect(found.find(({ path }) => path === 'nodes[0].kind')?.arguments).toEqual({
    nodes: [{ name: 'n', kind: 'tspaaaaaa-kind' }, { name: 'm' }],
  });
});

it('breaks optional scalars that are left out, and leaves alone what the user fixed', async () => {
  const properties = { limit: { type: 'integer', minimum: 1 }, path: TEXT };
  expect(inWords(await of({ properties }, { path: 'p' }, ['path']))).toEqual([
    'minimum limit 0',
    'whole-number limit 1.5',
    'type limit "tspaaaaaa-limit"',
  ]);
});

it('never sends what the schema allows', async () => {
  const properties = { any: {}, both: { type: ['string', 'number'] }, open: { type: 'number' } };
  const found = await of({ properties }, { any: 'x', both: 'y', open: 1 });
  expect(inWords(found)).toEqual(['type open "tspaaaaaa-open"']);
});
