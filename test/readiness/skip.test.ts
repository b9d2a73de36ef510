/** Leaving tools out can never raise the score, and a fault of one tool costs that tool only. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import type { Answer } from '../../core/session/port.js';
import { errorOf, measure, OK, READ, TIMEOUT, tool, WRITE } from './server.js';

interface Character {
  readonly listed?: JsonObject;
  readonly valid?: Partial<Answer>;
  readonly invalid?: Partial<Answer>;
}

const TOOL_ERROR = { result: { isError: true, content: [] } };
const CHARACTERS: Readonly<Record<string, Character>> = {
  good: {},
  failing: { valid: TOOL_ERROR },
  refusing: { valid: errorOf(-32602) },
  hanging: { valid: TIMEOUT },
  slow: { valid: { ...OK, ms: 5_000 } },
  untyped: { valid: { result: { content: [] } } },
  credulous: { invalid: OK },
  fragile: { invalid: { kind: 'closed' } },
  open: { listed: { inputSchema: { type: 'object', properties: { id: {} } } }, valid: OK, invalid: OK },
  silent: { listed: { annotations: undefined } },
  unguessable: {
    listed: {
      inputSchema: { type: 'object', properties: { id: { type: 'string', pattern: '^x$' } }, required: ['id'] },
    },
  },
  writer: { listed: { annotations: WRITE['annotations'] } },
};

const server = (names: readonly string[]): Parameters<typeof measure> => {
  const characters = names.map((name, at): [string, Character] => [`tool${at}`, CHARACTERS[name] ?? {}]);
  const byName = new Map(characters);
  return [
    ({ tool: name, args }) => byName.get(String(name))?.[typeof args['id'] === 'string' ? 'valid' : 'invalid'],
    { tools: characters.map(([name, { listed }]) => tool(name, listed)) },
  ];
};

test('whatever is left out, the score does not rise', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(CHARACTERS)), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }),
      async (names, left) => {
        const [misbehave, options] = server(names);
        const whole = await measure(misbehave, options);
        const skipTools = left.map((at) => `tool${at % names.length}`);
        const part = await measure(misbehave, { ...options, skipTools });
        expect([whole.error, part.error]).toEqual([null, null]);
        expect(part.score()).toBeLessThanOrEqual(whole.score() ?? -1);
        for (const name of skipTools) expect(part.calls(name)).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

test('a tool that is left out counts as unexercised and as dishonest, and the two cases earn nothing', async () => {
  const run = await measure(undefined, { tools: [READ, tool('other'), WRITE], skipTools: ['other'] });
  expect(run.checks.map(({ id, tool: name, score, observed, reason }) => [id, name, score, observed, reason])).toEqual([
    ['error-honesty.invalid-arguments', 'other', 0, null, 'coverage-skipped'],
    ['reliability.skipped', null, 0, 1, 'coverage-skipped'],
    ['coverage.exercised', 'other', 0, null, 'coverage-skipped'],
  ]);
  expect(run.score('error-honesty')).toBe(50);
  // One perfect tool of four entries.
  expect(run.score('reliability')).toBe(25);
  expect(run.score('coverage')).toBe(50);
  expect(run.readiness?.profile?.skipped_tools).toEqual(['other']);
  expect(run.calls('read').every(({ id = '' }) => String(id).length < 100)).toBe(true);
});

test('names that are not listed are left out of the list, so that one config fits several servers', async () => {
  const run = await measure(undefined, { skipTools: ['elsewhere'] });
  expect(run.score()).toBe(100);
  expect(run.readiness?.profile?.skipped_tools).toEqual([]);
});

test.each(Object.keys(CHARACTERS))('a tool that is %s takes nothing from the tools beside it', async (name) => {
  const [misbehave, options] = server(['good', name, 'good']);
  const run = await measure(misbehave, options);
  expect(run.error).toBe(null);
  expect(run.checks.filter(({ tool: about }) => about === 'tool0' || about === 'tool2')).toEqual([]);
  expect(run.score('protocol')).toBe(100);
});
