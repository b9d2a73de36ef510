import { expect, test } from 'vitest';
import { manifestPlugins } from '../../../plugins/manifest.js';
import { caseOf, runCases } from '../run.js';

/** An entry of exactly so many bytes. */
function toolOf(name: string, bytes: number) {
  const bare = { name, description: '', inputSchema: { type: 'object' } };
  return { ...bare, description: 'x'.repeat(bytes - JSON.stringify(bare).length) };
}

const TOOLS = [toolOf('small', 97), toolOf('zeta', 400), toolOf('Beta', 400), toolOf('alpha', 400)];
const PER_TOOL = [
  { tool: 'Beta', tokens: 100 },
  { tool: 'alpha', tokens: 100 },
  { tool: 'zeta', tokens: 100 },
  { tool: 'small', tokens: 25 },
];
const silent = () => {
  throw new Error('nothing is called');
};
const budget = (max_total_tokens: number, max_tool_tokens?: number) =>
  caseOf('token-cost', { max_total_tokens, max_tool_tokens });

test('a catalog at its budgets passes; tools stand by weight, then by name', async () => {
  const run = await runCases([budget(325, 100)], silent, { tools: TOOLS });
  expect(run.failed('one')).toEqual([]);
  const data = run.data('one', 'case.run');
  expect(data).toMatchObject({
    tool: null,
    attempts: 1,
    measurements: { tool_count: 4, total_tokens: 325, per_tool: PER_TOOL },
  });
  expect(run.report.score.value).toBe(1);
});

test.each([
  ['in all', budget(324, 100), { bound: 'max_total_tokens', limit: 324, observed: 325 }],
  ['one tool', budget(325, 99), { bound: 'max_tool_tokens', limit: 99, observed: 100 }],
  ['in all, with no limit for each', budget(324), { bound: 'max_total_tokens', limit: 324, observed: 325 }],
  ['both: the total comes first', budget(324, 99), { bound: 'max_total_tokens', limit: 324, observed: 325 }],
])('too heavy: %s', async (_what, given, detail) => {
  const run = await runCases([given], silent, { tools: TOOLS });
  expect(run.failed('one')).toEqual(['token-budget-exceeded']);
  const { bounds } = run.data('one', 'case.run') as { bounds: { limit: number; observed: number }[] };
  expect(bounds.find(({ limit, observed }) => observed > limit)).toEqual(detail);
});

test('without a limit for each tool, one may take the whole budget', async () => {
  const run = await runCases([budget(100)], silent, { tools: [TOOLS[1]!] });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ bounds: [{ bound: 'max_total_tokens' }] });
});

test('an empty catalog costs nothing', async () => {
  const run = await runCases([budget(1, 1)], silent, { tools: [] });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ measurements: { tool_count: 0, total_tokens: 0, per_tool: [] } });
});

test('an incomplete catalog is not measured', async () => {
  const run = await runCases([budget(1000)], silent, { tools: () => ({ result: { tools: [{ name: 'a b' }] } }) });
  expect(run.failed('one')).toEqual(['transport-error']);
});

test('a tool may not be allowed more than all together', () => {
  const { kind } = manifestPlugins.find(({ name }) => name === 'token-cost')!;
  const problems: unknown[] = [];
  const check = (values: object) => kind!.check?.(values as never, (at, message) => problems.push([at, message]));
  check({ max_total_tokens: 100, max_tool_tokens: 100 });
  check({ max_total_tokens: 100 });
  expect(problems).toEqual([]);
  check({ max_total_tokens: 100, max_tool_tokens: 101 });
  expect(problems).toEqual([[['max_tool_tokens'], 'takes at most what max_total_tokens allows']]);
});
