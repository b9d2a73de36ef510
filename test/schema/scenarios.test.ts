/** Which calls a scorecard makes of the recorded listings: the numbers of scorecard specification 8.4 and 10. */

import { expect, test } from 'vitest';
import { generateScenarios } from '../../core/schema/scenarios.js';
import { listing, LISTINGS, taking, tool } from './tools.js';

const count = (list: readonly { readonly kind: string }[], kind: string): number =>
  list.filter((one) => one.kind === kind).length;

test.each([
  ['sample', 15, 14],
  ['memory', 27, 24],
  ['filesystem', 42, 39],
  ['everything', 39, 23],
  ['sequential-thinking', 3, 3],
] as const)('the %s server gets %i happy and %i edge cases', async (name, happy, edge) => {
  const scenarios = await generateScenarios(listing(name));
  expect(count(scenarios, 'happy')).toBe(happy);
  expect(count(scenarios, 'edge')).toBe(edge);
});

test('the sample server gets 6, 5, 6, 6 and 6 calls, tool by tool, happy ones first', async () => {
  const scenarios = await generateScenarios(listing('sample'));
  const names = scenarios.map(({ tool: name }) => name);
  const calls = [...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]);
  expect(calls).toEqual([
    ['create_note', 6],
    ['list_notes', 5],
    ['search_notes', 6],
    ['delete_note', 6],
    ['export_notes', 6],
  ]);
  expect(scenarios.slice(6, 11).map(({ kind, number, mutation }) => [kind, number, mutation])).toEqual([
    ['happy', 1, undefined],
    ['happy', 2, undefined],
    ['happy', 3, undefined],
    ['edge', 1, 'wrong-type'],
    ['edge', 2, 'empty-values'],
  ]);
});

test.each(LISTINGS)('the %s server gets the same calls in every run', async (name) => {
  expect(await generateScenarios(listing(name))).toEqual(await generateScenarios(listing(name)));
});

test('a tool that needs a record asks for one that an earlier tool made', async () => {
  const scenarios = await generateScenarios(listing('memory'));
  const happy = (name: string) =>
    scenarios.filter(({ tool: own, kind }) => own === name && kind === 'happy').map(({ arguments: sent }) => sent);
  const made = happy('create_entities').flatMap(({ entities }) =>
    (entities as { name: string }[]).map(({ name }) => name),
  );
  const asked = happy('add_observations').flatMap(({ observations }) =>
    (observations as { entityName: string }[]).map(({ entityName }) => entityName),
  );
  expect(made).toEqual(expect.arrayContaining(asked));
});

test.each([
  [{ cases: 1 }, 1, 3],
  [{ cases: 0 }, 0, 3],
  [{ cases: -4 }, 0, 3],
  [{ cases: 5, edgeCases: false }, 5, 0],
  [{ edgeCases: false }, 3, 0],
])('with %j', async (options, happy, edge) => {
  const scenarios = await generateScenarios([taking({ a: { type: 'string' } })], options);
  expect([count(scenarios, 'happy'), count(scenarios, 'edge')]).toEqual([happy, edge]);
});

test('a tool without a usable schema is called once, and says so', async () => {
  const [only, ...others] = await generateScenarios([tool({})]);
  expect(only).toMatchObject({
    kind: 'happy',
    arguments: {},
    description: expect.stringContaining('no usable input schema') as string,
  });
  expect(others).toEqual([]);
  expect(await generateScenarios([tool({})], { cases: 0 })).toEqual([]);
});
