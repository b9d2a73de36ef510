import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import { type Answer, ServerError } from '../../../core/session/port.js';
import workflow from '../../../plugins/kinds/workflow.js';
import { caseOf, type RunOfCases, runCases } from '../run.js';

type Scripted = Partial<Answer>;

const tool = (name: string, annotations?: JsonObject): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  ...(annotations && { annotations }),
});
const TOOLS = [tool('status'), tool('search', { readOnlyHint: true })];
const state = (value: string): Scripted => ({
  result: { content: [], structuredContent: { state: value, note: 'marker-word' } },
});
const REFUSED: Scripted = { kind: 'error', error: { code: -32602, message: 'marker-word' } };

const STATUS = {
  tool: 'status',
  arguments: { key: 'marker-word' },
  expect: { outcome: 'ok', equals_paths: { '/structuredContent/state': 'idle' } },
};
const SEARCH = { tool: 'search', arguments: {}, expect: { outcome: 'ok' } };
const BAD_SEARCH = { tool: 'search', arguments: { q: 7 }, expect: { outcome: 'error', error_code: -32602 } };

const flow = (steps: readonly JsonObject[], repetitions = 1) =>
  caseOf('workflow', { repetitions, steps }, { tools: ['status', 'search'], primaryTool: 'status' });

/** A server of which each process remembers what it was asked; `status` and `search` say what comes of it. */
type Served = (name: string, earlier: readonly string[], session: number) => Scripted;

function server(serve: Served) {
  const asked = new Map<number, string[]>();
  return (_method: string, { name }: JsonObject, session: number): Scripted => {
    const earlier = asked.get(session) ?? [];
    asked.set(session, [...earlier, String(name)]);
    return serve(String(name), earlier, session);
  };
}

const honest: Served = () => state('idle');
const callsOn = (run: RunOfCases, session: number): readonly unknown[] =>
  (run.sessions[session - 1]?.sent ?? [])
    .filter(({ method }) => method === 'tools/call')
    .map(({ params }) => params['name']);

test('runs all steps in every round on one session of its own', async () => {
  const run = await runCases([flow([STATUS, SEARCH, STATUS], 3)], server(honest), { tools: TOOLS });
  expect(run.failed('one')).toEqual([]);
  expect(run.data('one', 'case.run')).toMatchObject({ attempts: 9, at: 9, tool: 'status', steps: 3 });
  expect(callsOn(run, 1)).toEqual([]);
  expect(callsOn(run, 2)).toEqual(Array(3).fill(['status', 'search', 'status']).flat());
  expect(run.sessions).toHaveLength(2);
  expect(run.sessions[1]?.closedTimes).toBeGreaterThan(0);
  expect(run.sessions[1]?.sent[1]).toEqual({
    method: 'tools/call',
    params: { name: 'status', arguments: { key: 'marker-word' } },
  });
});

test('leaves the main session to the other cases, which also pass after it failed', async () => {
  const alone = { ...caseOf('instruction-fidelity', STATUS), id: 'alone' };
  const poisoned: Served = (_name, earlier) => state(earlier.includes('search') ? 'busy' : 'idle');
  const run = await runCases([flow([STATUS, SEARCH, STATUS], 3), alone], server(poisoned), { tools: TOOLS });
  expect(run.failed('one')).toEqual(['value-mismatch']);
  expect(run.failed('alone')).toEqual([]);
  expect(callsOn(run, 1)).toEqual(['status']);
  expect(run.sessions).toHaveLength(2);
});

describe('the first mismatch ends the case; calls are numbered through all rounds', () => {
  test('another read changes the status', async () => {
    const poisoned: Served = (_name, earlier) => state(earlier.includes('search') ? 'busy' : 'idle');
    const run = await runCases([flow([STATUS, SEARCH, STATUS], 3)], server(poisoned), { tools: TOOLS });
    expect(run.failed('one')).toEqual(['value-mismatch']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
    expect(callsOn(run, 2)).toHaveLength(3);
    expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toMatch(
      /marker-word|idle|busy|structured/,
    );
  });

  test('an expected error is legal and does not reset the session', async () => {
    const fine: Served = (name) => (name === 'search' ? REFUSED : state('idle'));
    const run = await runCases([flow([STATUS, BAD_SEARCH, STATUS], 2)], server(fine), { tools: TOOLS });
    expect(run.failed('one')).toEqual([]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 6 });
    expect(run.sessions).toHaveLength(2);
  });

  test('an error poisons later reads', async () => {
    const poisoned: Served = (name, earlier) => {
      if (name === 'search') return REFUSED;
      return earlier.includes('search') ? { result: { isError: true } } : state('idle');
    };
    const run = await runCases([flow([STATUS, BAD_SEARCH, STATUS])], server(poisoned), { tools: TOOLS });
    expect(run.failed('one')).toEqual(['unexpected-outcome']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 3, at: 3 });
  });

  test('the second step of the second round is call 5', async () => {
    const late: Served = (_name, { length }) => (length === 4 ? REFUSED : state('idle'));
    const run = await runCases([flow([STATUS, SEARCH, STATUS], 2)], server(late), { tools: TOOLS });
    expect(run.failed('one')).toEqual(['unexpected-outcome']);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 5, at: 5, steps: 3 });
  });

  test.each<[string, JsonObject, string]>([
    ['another code', { outcome: 'error', error_code: -32601 }, 'error-code-mismatch'],
    ['a success that was due', { outcome: 'ok' }, 'unexpected-outcome'],
  ])('%s', async (_, expected, label) => {
    const refusing: Served = (name) => (name === 'search' ? REFUSED : state('idle'));
    const run = await runCases([flow([STATUS, { ...SEARCH, expect: expected }, STATUS])], server(refusing), {
      tools: TOOLS,
    });
    expect(run.failed('one')).toEqual([label]);
    expect(run.data('one', 'case.run')).toMatchObject({ attempts: 2, at: 2 });
  });

  test('a missing field', async () => {
    const step = { ...SEARCH, expect: { outcome: 'ok', required_result_fields: ['gone'] } };
    const run = await runCases([flow([STATUS, step])], server(honest), { tools: TOOLS });
    expect(run.failed('one')).toEqual(['missing-field']);
  });
});

describe('is refused as a whole, before anything is called, when a step writes', () => {
  test.each<[string, JsonObject]>([
    ['not read-only', { readOnlyHint: false }],
    ['destructive', { destructiveHint: true }],
    ['both read-only and destructive', { readOnlyHint: true, destructiveHint: true }],
  ])('%s', async (_, annotations) => {
    let calls = 0;
    const running = runCases(
      [flow([STATUS, SEARCH])],
      () => {
        calls += 1;
        return state('idle');
      },
      { tools: [tool('status'), tool('search', annotations)] },
    );
    await expect(running).rejects.toThrow(UsageError);
    await expect(running).rejects.toThrow(/^probe case one: the server says of the tool of step 2 that it writes\./);
    expect(calls).toBe(0);
  });

  test('hints that are no boolean say nothing', async () => {
    const odd = { readOnlyHint: 'false', destructiveHint: 1 };
    const run = await runCases([flow([STATUS, SEARCH])], server(honest), {
      tools: [tool('status'), tool('search', odd)],
    });
    expect(run.failed('one')).toEqual([]);
  });
});

describe('is incomplete when the fresh session shows other tools', () => {
  test.each<[string, Scripted, string]>([
    ['a tool is gone', { result: { tools: [tool('status')] } }, 'transport-error'],
    [
      'a tool writes now',
      { result: { tools: [tool('status'), tool('search', { readOnlyHint: false })] } },
      'transport-error',
    ],
    ['an entry is invalid', { result: { tools: [...TOOLS, { name: 'no schema' }] } }, 'transport-error'],
    ['a page is refused', REFUSED, 'transport-error'],
    ['it never ends', { result: { tools: TOOLS, nextCursor: 'again' } }, 'transport-error'],
    ['no page comes in time', { kind: 'timeout' }, 'transport-timeout'],
  ])('%s', async (_, listing, label) => {
    const run = await runCases([flow([STATUS, SEARCH])], server(honest), {
      tools: (session) => (session === 2 ? listing : { result: { tools: TOOLS } }),
    });
    expect(run.failed('one')).toEqual([label]);
    expect(callsOn(run, 2)).toEqual([]);
  });

  test('or cannot be opened', async () => {
    const run = await runCases([flow([STATUS, SEARCH])], server(honest), {
      tools: TOOLS,
      refuse: (session) => (session === 2 ? new ServerError('gone', undefined, 'closed') : undefined),
    });
    expect(run.failed('one')).toEqual(['transport-closed']);
  });
});

describe('is incomplete after a fault, and never reconnects midway', () => {
  test('a crash at call 2', async () => {
    const crashing: Served = (_name, { length }) => (length === 1 ? { kind: 'closed' } : state('idle'));
    const run = await runCases([flow([STATUS, SEARCH, STATUS], 2)], server(crashing), { tools: TOOLS });
    expect(run.failed('one')).toEqual(['transport-closed']);
    expect(run.data('one', 'case.run')).toBeUndefined();
    expect(run.data('one', 'case.outcome')).toBeUndefined();
    expect(callsOn(run, 2)).toEqual(['status', 'search']);
    expect(run.sessions).toHaveLength(2);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a boolean', true],
    ['a number', 1],
    ['a text', 'marker-word'],
    ['a list', []],
    ['a flag that is no boolean', { content: [], isError: 'marker-word' }],
  ])('a result that is %s', async (_, result) => {
    const run = await runCases(
      [flow([STATUS, SEARCH])],
      server(() => ({ result })),
      { tools: TOOLS },
    );
    expect(run.failed('one')).toEqual(['transport-error']);
    expect(callsOn(run, 2)).toEqual(['status']);
    expect(JSON.stringify([run.report.observations, run.report.verdicts])).not.toContain('marker-word');
  });

  test('a budget that runs out earns no verdict', async () => {
    // Two listings and three calls.
    const run = await runCases([flow([STATUS, SEARCH], 2)], server(honest), { tools: TOOLS, maxRequests: 5 });
    expect(run.failed('one')).toEqual(['evaluation-budget-exceeded']);
    expect(callsOn(run, 2)).toHaveLength(3);
  });
});

test('needs every tool of its steps once, that of the first step first', () => {
  const steps = [SEARCH, STATUS, SEARCH];
  expect(workflow.kind?.tools?.({ repetitions: 1, steps } as never)).toEqual(['search', 'status']);
});
