/** Tools with an invalid mark for headers: clients over HTTP leave them out in the stateless era, and so does every plugin. */

import { describe, expect, it, test } from 'vitest';
import { defineProbe } from '../../core/define.js';
import type { JsonObject } from '../../core/json.js';
import type { Target } from '../../core/model.js';
import type { Era } from '../../core/session/port.js';
import { caseOf, runCases } from '../manifest/run.js';
import { fakeServer, fakeSession, kernelOf, PERMISSIONS, RUN } from './fake.js';

const marked = (header: string): JsonObject => ({
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': header } },
});
const READS = { readOnlyHint: true };
const TOOLS = [
  { name: 'good', annotations: READS, inputSchema: marked('Region') },
  { name: 'bad', annotations: READS, inputSchema: marked('Data Region') },
];
const HTTP: Target = { kind: 'http', url: 'http://127.0.0.1/' };
const WHY = 'a mark x-mcp-header in its input schema is invalid, so clients over HTTP leave it out';

/** Calls every tool, and says which reached the server and why the others did not. */
async function reached(target: Target, era: Era): Promise<unknown> {
  const session = Object.assign(
    fakeSession(() => ({ result: { content: [] } })),
    { era },
  );
  const refusals: unknown[] = [];
  const probe = defineProbe({
    name: 'prober',
    subject: 'tool',
    effects: 'mutate',
    emits: {},
    async observe({ subject, call, mayCall }) {
      const record = await call('tools/call', { name: subject.name, arguments: {} });
      expect(mayCall(subject.tool).allowed).toBe(record.outcome !== 'refused');
      if (record.outcome === 'refused') refusals.push(`${subject.name}: ${record.reason}`);
    },
  });
  const permissions = { ...PERMISSIONS, allowWrites: true };
  await kernelOf([fakeServer(session, TOOLS), probe], { permissions }).run({ ...RUN, target });
  return [session.sent.map(({ params }) => params['name']), ...refusals];
}

test('over HTTP in the stateless era', async () => {
  expect(await reached(HTTP, 'stateless')).toEqual([['good'], `bad: ${WHY}`]);
});

test.each<[Target, Era]>([
  [HTTP, 'initialize'],
  [RUN.target, 'stateless'],
  [RUN.target, 'initialize'],
])('not otherwise: %j, %s', async (target, era) => {
  expect(await reached(target, era)).toEqual([['good', 'bad']]);
});

describe('a case of a manifest that calls one', () => {
  const run = (tool: string, transport: 'http' | 'stdio') =>
    runCases([caseOf('degradation-over-n', { tool, arguments: {}, max_attempts: 2 })], () => ({ result: {} }), {
      tools: TOOLS,
      era: 'stateless',
      transport,
    });

  it('is refused before anything is called, in words that the server has no part in', async () => {
    await expect(run('bad', 'http')).rejects.toThrow(
      /^probe case one: clients over HTTP leave the tool "bad" out, because of a mark x-mcp-header in its input schema\. See what is wrong with it with: toolscore mcp lint$/,
    );
  });

  it('runs with a valid mark, and over pipes', async () => {
    for (const ran of [await run('good', 'http'), await run('bad', 'stdio')]) {
      expect([ran.failed('one'), ran.data('one', 'case.run')?.['attempts']]).toEqual([[], 2]);
    }
  });
});
