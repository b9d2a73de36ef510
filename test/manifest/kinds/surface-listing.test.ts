import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { Answer } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const CASE = caseOf('surface-listing', { max_pages: 3 });
const BOTH = { tools: {}, resources: {}, prompts: {} };
type Asked = readonly [string, JsonObject];

/** Answers list methods and keeps what was asked. */
async function list(
  answer: (method: string, params: JsonObject, session: number) => Partial<Answer>,
  capabilities: unknown = BOTH,
  more: { readonly maxRequests?: number } = {},
) {
  const asked: Asked[] = [];
  const run = await runCases(
    [CASE],
    (method, params, session) => {
      asked.push([method, params]);
      return answer(method, params, session);
    },
    { capabilities: capabilities as JsonObject, ...more },
  );
  return { run, asked };
}

const itemsOf = (method: string) => (method === 'resources/list' ? 'resources' : 'prompts');
const empty = (method: string) => ({ result: { [itemsOf(method)]: [] } });

describe('surfaces that list', () => {
  test('resources come first, pages are followed, items of both are counted whatever they are', async () => {
    const { run, asked } = await list((method, { cursor }) => {
      if (method === 'prompts/list') return { result: { prompts: [{ name: 'p' }, { name: 'p' }, null] } };
      return { result: cursor === 'b' ? { resources: [2], nextCursor: '' } : { resources: [1, 1], nextCursor: 'b' } };
    });
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ tool: null, attempts: 1, measurements: { tool_count: 6 } });
    expect(asked).toEqual([
      ['resources/list', {}],
      ['resources/list', { cursor: 'b' }],
      ['prompts/list', {}],
    ]);
    expect(run.report.score.value).toBe(1);
  });

  test('the pages of each surface are counted on their own', async () => {
    const pages = new Map<string, number>();
    const { run } = await list((method) => {
      const page = (pages.get(method) ?? 0) + 1;
      pages.set(method, page);
      return { result: { [itemsOf(method)]: [], ...(page < 3 && { nextCursor: String(page) }) } };
    });
    expect(run.failed('one')).toEqual([]);
    expect([...pages.values()]).toEqual([3, 3]);
  });

  test.each([
    ['nothing', { tools: {} }],
    ['no', { resources: false, prompts: null }],
    ['no object at all', 'resources'],
    ['null', null],
  ])('what is declared: %s, so nothing is asked', async (_what, capabilities) => {
    const { run, asked } = await list(() => ({ kind: 'closed' }), capabilities);
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 0, measurements: { tool_count: 0 } });
    expect(asked).toEqual([]);
    expect(run.report.score.value).toBe(1);
  });

  test('only prompts are declared', async () => {
    const { run, asked } = await list(empty, { prompts: { listChanged: true } });
    expect(run.failed('one')).toEqual([]);
    expect(asked.map(([method]) => method)).toEqual(['prompts/list']);
  });
});

describe('a declared surface that does not list', () => {
  test.each([
    ['an error', { kind: 'error', error: { code: -32601, message: 'no such method' } }],
    ['no list', { result: {} }],
    ['a list that is none', { result: { prompts: {} } }],
    ['a result that is no object', { result: [] }],
    ['silence', { kind: 'timeout' }],
    ['the end of the connection', { kind: 'closed' }],
    ['no answer to this request', { kind: 'malformed', reason: 'another id' }],
  ] as const)('%s', async (_what, answer) => {
    const { run } = await list((method) => (method === 'prompts/list' ? answer : empty(method)));
    expect(run.failed('one')).toEqual(['surface-invalid-envelope']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 1, at: 1, measurements: {} });
    expect(run.data('one', 'case.surface-listing')).toMatchObject({ surface: 'prompts', page: 1 });
    expect(run.fault('one')).toBeUndefined();
    expect(run.report.score.value).toBe(0);
  });

  test('the page that failed is the first failure, and prompts are not asked for any more', async () => {
    const { run, asked } = await list((_method, { cursor }) => ({
      result: cursor === undefined ? { resources: [], nextCursor: 'b' } : { resources: null },
    }));
    expect(run.failed('one')).toEqual(['surface-invalid-envelope']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, at: 2 });
    expect(asked).toHaveLength(2);
  });
});

test('a cursor that does not end is left at the bound', async () => {
  const { run, asked } = await list((method) =>
    method === 'resources/list' ? empty(method) : { result: { prompts: [1], nextCursor: 'on' } },
  );
  expect(run.failed('one')).toEqual(['surface-stalled-cursor']);
  expect(run.data('one', 'case.run')).toMatchObject({
    attempts: 4,
    at: 4,
    measurements: { pages: 4 },
    bounds: [{ bound: 'max_pages', limit: 3, observed: 4 }],
  });
  expect(asked).toHaveLength(4);
});

test('after a fault that became a verdict, the next case begins on a fresh session', async () => {
  const next = { ...CASE, id: 'two', index: 1 };
  const run = await runCases(
    [CASE, next],
    (method, _params, session) => (session === 1 ? { kind: 'timeout' } : empty(method)),
    { capabilities: BOTH },
  );
  expect(run.failed('one')).toEqual(['surface-invalid-envelope']);
  expect(run.failed('two')).toEqual([]);
  expect(run.sessions).toHaveLength(2);
});

test('a refusal is no fault: the session is kept', async () => {
  const next = { ...CASE, id: 'two', index: 1 };
  const run = await runCases([CASE, next], () => ({ kind: 'error', error: { code: -32601 } }), { capabilities: BOTH });
  expect(run.failed('two')).toEqual(['surface-invalid-envelope']);
  expect(run.sessions).toHaveLength(1);
});

test('a budget that is used up is no verdict', async () => {
  const { run } = await list(empty, BOTH, { maxRequests: 2 });
  expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
  expect(run.data('one', 'case.run')).toBeUndefined();
});

test('an incomplete catalog leaves it unrun', async () => {
  const run = await runCases([CASE], empty, { capabilities: BOTH, tools: () => ({ kind: 'closed' }) });
  expect(run.failed('one')).toEqual(['transport-closed']);
});
