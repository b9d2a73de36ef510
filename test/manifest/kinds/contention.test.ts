import { afterEach, describe, expect, test, vi } from 'vitest';
import { ServerError } from '../../../core/session/port.js';
import { caseOf, runCases } from '../run.js';

const CASE = caseOf('contention', { tool: 'read', arguments: { key: 'marker-word' } });
const TOOLS = [{ name: 'read', inputSchema: { type: 'object' } }];
const FINE = { result: { content: [] } };
const REFUSED = { kind: 'error', error: { code: -32010, message: 'marker-word' } } as const;
const BROKEN = { result: { content: [], isError: true } };

afterEach(() => {
  vi.useRealTimers();
});

test('two clients that both succeed pass', async () => {
  const run = await runCases([CASE], () => FINE);
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, at: 2, tool: 'read', measurements: {} });
  expect(run.sessions.map(({ sent }) => sent)).toEqual([
    [
      { method: 'tools/list', params: {} },
      { method: 'tools/call', params: { name: 'read', arguments: { key: 'marker-word' } } },
    ],
    [
      { method: 'tools/list', params: {} },
      { method: 'tools/call', params: { name: 'read', arguments: { key: 'marker-word' } } },
    ],
  ]);
  expect(run.sessions[1]?.closedTimes).toBeGreaterThan(0);
});

test('both calls are under way at the same time, the first client asks first, and both are waited for', async () => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  const run = await runCases([CASE], async (_method, _params, session) => {
    order.push(`asked ${session}`);
    await new Promise<void>((go) => {
      waiting.push(go);
      // Neither is answered before both have asked.
      if (waiting.length === 2) setImmediate(() => waiting.toReversed().forEach((one) => one()));
    });
    order.push(`answered ${session}`);
    return session === 1 ? REFUSED : FINE;
  });
  expect(order).toEqual(['asked 1', 'asked 2', 'answered 2', 'answered 1']);
  expect(run.failed('one')).toEqual(['contended-client-failed']);
});

describe('an error of one client fails the case at 2', () => {
  test.each([
    ['the first', REFUSED, FINE, { first: 'error', second: 'success' }],
    ['the second, with a tool error', FINE, BROKEN, { first: 'success', second: 'error' }],
    ['both', BROKEN, REFUSED, { first: 'error', second: 'error' }],
  ] as const)('%s', async (_, first, second, facts) => {
    const run = await runCases([CASE], (_method, _params, session) => (session === 1 ? first : second));
    expect(run.failed('one')).toEqual(['contended-client-failed']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, at: 2 });
    expect(run.data('one', 'case.contention')).toEqual(facts);
    expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker-word');
  });
});

test('a lock held by the other process fails one of them, and the next case is judged by itself', async () => {
  let holders = 0;
  const alone = { ...caseOf('degradation-over-n', { tool: 'read', arguments: {}, max_attempts: 2 }), id: 'alone' };
  const run = await runCases([CASE, alone], async () => {
    holders += 1;
    const free = holders === 1;
    await new Promise((done) => setImmediate(done));
    holders -= 1;
    return free ? FINE : REFUSED;
  });
  expect(run.failed('one')).toEqual(['contended-client-failed']);
  expect(run.failed('alone')).toEqual([]);
});

describe('a second client that cannot take part makes the case incomplete, and nothing is called', () => {
  const called = (run: Awaited<ReturnType<typeof runCases>>) =>
    run.sessions.flatMap(({ sent }) => sent).filter(({ method }) => method === 'tools/call');
  const listed = (second: object) => (session: number) => (session === 2 ? second : { result: { tools: TOOLS } });

  test.each([
    ['it does not list the tool', listed({ result: { tools: [] } }), 'protocol', 'transport-error'],
    ['a page is refused', listed({ kind: 'error', error: { code: -32603 } }), 'protocol', 'transport-error'],
    ['an entry is invalid', listed({ result: { tools: [...TOOLS, {}] } }), 'protocol', 'transport-error'],
    ['the listing times out', listed({ kind: 'timeout' }), 'timeout', 'transport-timeout'],
    ['it closes while listing', listed({ kind: 'closed' }), 'closed', 'transport-closed'],
  ] as const)('%s', async (_, tools, fault, label) => {
    const run = await runCases([CASE], () => FINE, { tools });
    expect(run.fault('one')).toBe(fault);
    expect(run.failed('one')).toEqual([label]);
    expect(called(run)).toEqual([]);
    expect(run.sessions[1]?.closedTimes).toBeGreaterThan(0);
  });

  test('the tool may stand on a later page', async () => {
    const run = await runCases([CASE], () => FINE, {
      tools: (session, { cursor }) =>
        session === 1 || cursor === 'more'
          ? { result: { tools: TOOLS } }
          : { result: { tools: [], nextCursor: 'more' } },
    });
    expect(run.failed('one')).toEqual([]);
  });

  test.each([
    ['timeout', 'transport-timeout'],
    ['closed', 'transport-closed'],
    ['protocol', 'transport-error'],
  ] as const)('it cannot be opened: %s', async (fault, label) => {
    const run = await runCases([CASE], () => FINE, {
      refuse: (session) => (session === 2 ? new ServerError('no', undefined, fault) : undefined),
    });
    expect(run.failed('one')).toEqual([label]);
    expect(called(run)).toEqual([]);
  });

  test('it is not ready after 30 seconds, and is ended when it is too late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let opened = 0;
    let open = (): void => {};
    const running = runCases([CASE, { ...CASE, id: 'two' }], () => FINE, {
      refuse(session) {
        opened = session;
        return session === 2 ? new Promise((done) => (open = () => done(undefined))) : undefined;
      },
    });
    while (opened < 2) await new Promise((done) => setImmediate(done));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(opened).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    open();
    const run = await running;
    expect(run.failed('one')).toEqual(['transport-timeout']);
    expect(run.failed('two')).toEqual([]);
    const late = run.sessions.find(({ sent }) => sent.length === 0);
    await vi.waitFor(() => expect(late?.closedTimes).toBeGreaterThan(0));
  });
});

describe('a fault of either call makes the case incomplete, and the next one begins on a fresh session', () => {
  test.each([
    [1, 'timeout', 'transport-timeout'],
    [2, 'timeout', 'transport-timeout'],
    [1, 'closed', 'transport-closed'],
    [2, 'closed', 'transport-closed'],
    [2, 'malformed', 'transport-error'],
  ] as const)('client %i: %s', async (client, kind, label) => {
    const next = { ...caseOf('degradation-over-n', { tool: 'read', arguments: {}, max_attempts: 2 }), id: 'next' };
    const run = await runCases([CASE, next], (_method, _params, session) => (session === client ? { kind } : FINE));
    expect(run.failed('one')).toEqual([label]);
    expect(run.failed('next')).toEqual([]);
    expect(run.sessions).toHaveLength(3);
    expect(run.sessions[2]?.sent).toHaveLength(2);
  });

  test('a budget that is used up outranks a fault', async () => {
    // One listing on the main session, one on the second; the two calls are one more than there may be.
    const run = await runCases([CASE], () => ({ kind: 'timeout' }), { maxRequests: 3 });
    expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
  });
});
