import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const silent = () => {
  throw new Error('nothing is called');
};
const CASE = caseOf('pagination', { max_pages: 3 });
const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

/** A server with these pages; what is behind the last one is an error. */
const serve = (...pages: (JsonObject | Partial<Answer>)[]) => {
  const asked: JsonObject[] = [];
  const tools = (_session: number, params: JsonObject): Partial<Answer> => {
    asked.push(params);
    const page = pages[params['cursor'] === undefined ? 0 : Number(params['cursor'])];
    if (page === undefined) return { kind: 'error', error: { code: -32602, message: 'unknown cursor' } };
    return 'kind' in page ? page : { result: page };
  };
  return { tools, asked };
};

describe('a list that ends', () => {
  test.each([
    ['one page', [{ tools: [tool('a'), tool('b')] }], 1],
    [
      'three pages',
      [{ tools: [tool('a')], nextCursor: '1' }, { tools: [], nextCursor: '2' }, { tools: [tool('b')] }],
      3,
    ],
    ['an empty cursor', [{ tools: [tool('a'), tool('b')], nextCursor: '' }], 1],
    ['a cursor that is no text', [{ tools: [tool('a'), tool('b')], nextCursor: 1 }], 1],
  ])('%s', async (_what, pages, count) => {
    const { tools, asked } = serve(...pages);
    const run = await runCases([CASE], silent, { tools });
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({
      tool: null,
      attempts: count,
      measurements: { tool_count: 2, pages: count },
    });
    // Once for the catalog of the run, and once more for the case.
    expect(asked).toHaveLength(2 * count);
    expect(asked[count]).toEqual({});
    expect(run.report.score.value).toBe(1);
  });
});

describe('a malformed page', () => {
  test.each([
    ['an error', { kind: 'error', error: { code: -32603, message: 'no' } } as const],
    ['no list', { items: [] }],
    ['a list that is none', { tools: { a: 1 } }],
    ['a result that is no object', { kind: 'result', result: null } as const],
    ['an entry without a schema', { tools: [{ name: 'b' }] }],
    ['an entry with a list as schema', { tools: [{ name: 'b', inputSchema: [] }] }],
    ['an entry with a name that cannot be called', { tools: [{ name: 'b c', inputSchema: {} }] }],
    ['an entry that is no object', { tools: [null] }],
  ])('%s', async (_what, page) => {
    const { tools } = serve({ tools: [tool('a')], nextCursor: '1' }, page);
    const run = await runCases([CASE], silent, { tools });
    expect(run.failed('one')).toEqual(['pagination-invalid-entry']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, at: 2, measurements: {} });
    expect(run.fault('one')).toBeUndefined();
    expect(run.report.score.value).toBe(0);
  });
});

describe('a tool listed twice', () => {
  test.each([
    ['on one page', [{ tools: [tool('a'), tool('b'), tool('a')] }], { pages: 1, tool_count: 2 }],
    ['on two pages', [{ tools: [tool('a')], nextCursor: '1' }, { tools: [tool('a')] }], { pages: 2, tool_count: 1 }],
    ['by a cursor that leads back', [{ tools: [tool('a')], nextCursor: '0' }], { pages: 2, tool_count: 1 }],
    ['called like a prototype', [{ tools: [tool('__proto__'), tool('__proto__')] }], { pages: 1, tool_count: 1 }],
  ])('%s', async (_what, pages, measurements) => {
    const { tools } = serve(...pages);
    const run = await runCases([CASE], silent, { tools });
    expect(run.failed('one')).toEqual(['pagination-duplicate-tool']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: measurements.pages, measurements });
  });
});

test('a cursor that does not end is left at the bound', async () => {
  const asked: JsonObject[] = [];
  const run = await runCases([CASE], silent, {
    tools: (_session, params) => {
      asked.push(params);
      return { result: { tools: [tool(`t${asked.length}`)], nextCursor: 'on' } };
    },
  });
  expect(run.failed('one')).toEqual(['pagination-stalled-cursor']);
  expect(run.data('one', 'case.run')).toMatchObject({
    attempts: 4,
    at: 4,
    measurements: { tool_count: 3, pages: 4 },
    bounds: [{ bound: 'max_pages', limit: 3, observed: 4 }],
  });
  // The catalog of the run takes 20 pages, the case three.
  expect(asked).toHaveLength(23);
});

test('a loop of pages costs the other cases the catalog, and this one says why', async () => {
  const other = caseOf('degradation-over-n', { tool: 'a', arguments: {}, max_attempts: 2 }, { id: 'two', index: 1 });
  const loop = () => ({ result: { tools: [], nextCursor: 'again' } });
  const run = await runCases([CASE, other], silent, { tools: loop });
  expect(run.failed('one')).toEqual(['pagination-stalled-cursor']);
  expect(run.failed('two')).toEqual(['transport-error']);
});

test.each([
  ['timeout', { kind: 'timeout' }, 'transport-timeout'],
  ['closed', { kind: 'closed' }, 'transport-closed'],
  ['protocol', { kind: 'malformed', reason: 'both' }, 'transport-error'],
  ['protocol', { kind: 'error', error: { code: 'E1' } }, 'transport-error'],
] as const)('a fault (%s) makes the case incomplete', async (fault, answer, label) => {
  const { tools } = serve({ tools: [tool('a')], nextCursor: '1' }, answer);
  const run = await runCases([CASE], silent, { tools });
  expect(run.fault('one')).toBe(fault);
  expect(run.failed('one')).toEqual([label]);
});

test('after a walk of the run that failed, it walks on a fresh session', async () => {
  const run = await runCases([CASE], silent, {
    tools: (session) => (session === 1 ? { kind: 'timeout' } : { result: { tools: [tool('a')] } }),
  });
  expect(run.failed('one')).toEqual([]);
  expect(run.sessions).toHaveLength(2);
});
