import { expect, test } from 'vitest';
import { caseOf, runCases } from '../run.js';

const TOOLS = [
  { name: 'read', description: 'Größe: 日本', inputSchema: { type: 'object' } },
  { name: 'list', inputSchema: { type: 'object' } },
];
const BYTES = Buffer.byteLength(JSON.stringify(TOOLS));
const silent = () => {
  throw new Error('nothing is called');
};
const limits = (max_tools: number, max_schema_bytes: number) =>
  caseOf('discovery-cost', { max_tools, max_schema_bytes });

test('a catalog at its limits passes, and nothing is called', async () => {
  const run = await runCases([limits(2, BYTES)], silent, { tools: TOOLS });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({
    tool: null,
    attempts: 1,
    measurements: { tool_count: 2, schema_bytes: BYTES },
  });
  expect(run.report.score.value).toBe(1);
});

test.each([
  ['tools', limits(1, BYTES), 'max_tools'],
  ['bytes', limits(2, BYTES - 1), 'max_schema_bytes'],
  ['both: tools come first', limits(1, BYTES - 1), 'max_tools'],
])('too many %s', async (_what, given, bound) => {
  const run = await runCases([given], silent, { tools: TOOLS });
  expect(run.failed('one')).toEqual(['discovery-limit-exceeded']);
  const { bounds, measurements, at } = run.data('one', 'case.run') as {
    bounds: { bound: string; limit: number; observed: number }[];
    measurements: object;
    at: number;
  };
  expect(at).toBe(1);
  expect(bounds.find(({ limit, observed }) => observed > limit)?.bound).toBe(bound);
  expect(measurements).toEqual({ tool_count: 2, schema_bytes: BYTES });
});

test('a name counts once over all pages, as it was listed first', async () => {
  const pages = [
    { tools: [TOOLS[0]], nextCursor: 'b' },
    { tools: [{ ...TOOLS[0], description: 'another' }, TOOLS[1]] },
  ];
  const run = await runCases([limits(2, BYTES)], silent, {
    tools: (_session, { cursor }) => ({ result: pages[cursor === 'b' ? 1 : 0] }),
  });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ measurements: { tool_count: 2, schema_bytes: BYTES } });
});

test('an empty catalog costs its brackets', async () => {
  const run = await runCases([limits(1, 2)], silent, { tools: [] });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ measurements: { tool_count: 0, schema_bytes: 2 } });
});

test('a schema nested deeper than can be written is measured', async () => {
  const depth = 20_000;
  const entry = `{"name":"deep","inputSchema":${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}}`;
  const run = await runCases([limits(5, 10_000_000)], silent, { tools: [JSON.parse(entry)] });
  expect(run.faults).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ measurements: { schema_bytes: entry.length + 2 } });
});

test('an incomplete catalog is not measured', async () => {
  const run = await runCases([limits(5, 10_000)], silent, { tools: () => ({ kind: 'timeout' }) });
  expect(run.failed('one')).toEqual(['transport-timeout']);
  expect(run.data('one', 'case.run')).toBeUndefined();
});
