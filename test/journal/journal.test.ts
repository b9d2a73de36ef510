import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineKind, type JsonObject } from '../../core/index.js';
import { caseOf, runCases, type RunOfCases } from '../manifest/run.js';
import { project } from '../load/folder.js';

const MARKER = 'marigold';
const READ = { tool: 'read', arguments: { note: MARKER, limit: 3 } };

type Cases = Parameters<typeof runCases>[0];
type Answer = Parameters<typeof runCases>[1];
type Options = NonNullable<Parameters<typeof runCases>[2]>;

const success: Answer = () => ({ result: { content: [{ type: 'text', text: MARKER }] } });

/** Runs cases with a journal in a home of its own. */
async function journaled(
  cases: Cases,
  answer: Answer,
  { home, ...options }: Options & { readonly home?: string } = {},
): Promise<RunOfCases & { readonly home: string; readonly lines: readonly JsonObject[] }> {
  const folder = home ?? join(await project({}), 'home');
  const run = await runCases(cases, answer, {
    ...options,
    options: { journal: { folder, server: 'local' } },
  });
  return { ...run, home: folder, lines: await linesOf(folder) };
}

async function linesOf(home: string): Promise<readonly JsonObject[]> {
  const store = join(home, 'store');
  const files = existsSync(store) ? (await readdir(store)).toSorted() : [];
  const texts = await Promise.all(files.map((file) => readFile(join(store, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JsonObject),
  );
}

describe('a run with a journal', () => {
  test('has one line for each completed call of its cases, in a file of the day', async () => {
    const { home, lines } = await journaled(
      [caseOf('degradation-over-n', { ...READ, max_attempts: 2 }), caseOf('latency-budget', LATENCY, { id: 'two' })],
      success,
    );
    expect(lines.map(({ seq, tool, args, outcome }) => [seq, tool, args, outcome])).toEqual(
      [1, 2, 3].map((seq) => [seq, 'read', { note: 'str<8', limit: 'num:3' }, 'ok']),
    );
    const [first, second] = lines;
    expect(Object.keys(first ?? {})).toEqual(FIELDS);
    expect(first).toMatchObject({
      server: 'local',
      method: 'tools/call',
      latency_ms: 1,
      error: null,
      kind: 'synthetic',
    });
    expect(first?.['session']).toMatch(/^session:[0-9a-f]{64}$/);
    expect(second?.['session']).toBe(first?.['session']);
    const [one, two] = lines.map(({ identity }) => identity as JsonObject);
    expect(two?.['capture_id']).toBe(one?.['capture_id']);
    expect(two?.['event_id']).not.toBe(one?.['event_id']);
    const day = String(first?.['ts']).slice(0, 10);
    expect(await readdir(join(home, 'store'))).toEqual([`calls-${day}.jsonl`]);
  });

  test('adds to what is there, as another session', async () => {
    const cases = [caseOf('degradation-over-n', { ...READ, max_attempts: 2 })];
    const { home } = await journaled(cases, success);
    const { lines } = await journaled(cases, success, { home });
    expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 1, 2]);
    expect(new Set(lines.map(({ session }) => session)).size).toBe(2);
  });

  test.skipIf(process.platform === 'win32')('keeps it to its owner', async () => {
    const { home } = await journaled([caseOf('latency-budget', LATENCY)], success);
    const [file = ''] = await readdir(join(home, 'store'));
    const modes = await Promise.all([home, join(home, 'store'), join(home, 'store', file)].map((path) => stat(path)));
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600']);
  });

  test('says of errors what they are, and not what they say', async () => {
    const answers: readonly ReturnType<Answer>[] = [
      { kind: 'error', error: { code: -32602, message: `no ${MARKER} 17`, data: { retryable: false, [MARKER]: 1 } } },
      { result: { isError: true, content: [{ type: 'text', text: `no ${MARKER} 18` }] } },
    ];
    const cases = ['a', 'b'].map((id) => caseOf('latency-budget', LATENCY, { id }));
    let at = 0;
    const { lines } = await journaled(cases, () => answers[at++] ?? {});
    expect(lines.map(({ outcome, error }) => [outcome, error])).toEqual([
      ['error', expect.objectContaining({ code: -32602, layer: 'protocol', retryable: false })],
      ['error', expect.objectContaining({ code: -32000, layer: 'tool', retryable: null })],
    ]);
    // Their messages differ in a number and in nothing else.
    const [one, two] = lines.map(({ error }) => (error as JsonObject)['template_id']);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(two).toBe(one);
  });

  test('never keeps a word of arguments, results, errors or listings', async () => {
    const tools = [{ name: 'read', description: MARKER, inputSchema: { type: 'object', title: MARKER } }];
    const spoken = { note: MARKER, list: [MARKER], deep: { deeper: { deepest: `a ${MARKER}` } }, [`key ${MARKER}`]: 1 };
    const { home, lines } = await journaled(
      ['a', 'b', 'c'].map((id) => caseOf('latency-budget', { ...LATENCY, arguments: spoken, attempts: 1 }, { id })),
      (_, params) => {
        expect(JSON.stringify(params)).toContain(MARKER);
        return { kind: 'error', error: { code: -32000, message: MARKER, data: { code: MARKER } } };
      },
      { tools },
    );
    expect(lines).toHaveLength(3);
    for (const file of await readdir(home, { recursive: true })) {
      expect(file).not.toContain(MARKER);
      if (file.endsWith('.jsonl')) expect(await readFile(join(home, file), 'utf8')).not.toContain(MARKER);
    }
  });
});

const LATENCY = { ...READ, attempts: 1, max_latency_ms: 1000 };
const FIELDS = [
  'ts',
  'identity',
  'session',
  'seq',
  'server',
  'method',
  'tool',
  'args',
  'latency_ms',
  'outcome',
  'error',
  'kind',
];

describe('what is not written down', () => {
  test.each([
    ['a call without an answer', { kind: 'timeout' }],
    ['a connection that ended', { kind: 'closed' }],
    ['a malformed answer', { kind: 'malformed', raw: { result: MARKER } }],
    ['a result that is no object', { result: [MARKER] }],
    ['a result whose flag is no boolean', { result: { isError: MARKER } }],
    ['an error without an integer code', { kind: 'error', error: { code: MARKER } }],
    ['an answer that only asks for more', { result: { resultType: 'input_required', inputRequests: {} } }],
    ['a call that was cancelled', { result: {}, cancelled: true }],
  ] as const)('%s', async (_, answer) => {
    const { lines } = await journaled([caseOf('latency-budget', LATENCY)], () => answer);
    expect(lines).toEqual([]);
  });

  test('an oversized call that was refused; one that succeeded is, as a size', async () => {
    const fields = { ...READ, field: 'note', size_bytes: 10_000, expect_handled: false };
    const cases = [caseOf('payload-bounds', fields)];
    const refused = await journaled(cases, () => ({ kind: 'error', error: { code: -32602 } }), {});
    expect(refused.lines).toEqual([]);
    const taken = await journaled(cases, success);
    expect(taken.lines.map(({ args }) => args)).toEqual([{ note: 'str>4096', limit: 'num:3' }]);
  });

  test('listings, other requests, and calls that no case made', async () => {
    const { lines } = await journaled([caseOf('asks-around', {})], success, { plugins: [ASKS_AROUND] });
    expect(lines).toEqual([]);
  });

  test('anything, when no folder is given', async () => {
    const home = await project({});
    await runCases([caseOf('latency-budget', LATENCY)], success, { options: { journal: { folder: '', server: 'x' } } });
    await runCases([caseOf('latency-budget', LATENCY)], success);
    expect(await readdir(home)).toEqual([]);
  });
});

const ASKS_AROUND = defineKind({
  name: 'asks-around',
  summary: 'Asks for everything but a call of a tool.',
  access: 'read-only',
  sandbox: 'no',
  fields: {},
  async run({ main }) {
    for (const method of ['tools/list', 'resources/list', 'prompts/list', 'resources/read', 'ping'])
      await main.request(method, {});
    return { attempts: 1 };
  },
});

test('of two clients at once, the call of the first stands first, whoever was answered first', async () => {
  let release = (): void => {};
  const second = new Promise<void>((resolve) => (release = resolve));
  const { lines } = await journaled([caseOf('contention', READ)], async (_method, _params, session) => {
    if (session === 2) release();
    // Some time after, so that the other has long been heard.
    else await second.then(() => new Promise((resolve) => setTimeout(resolve, 20)));
    return { result: {}, ms: session };
  });
  expect(lines.map(({ seq, latency_ms: ms }) => [seq, ms])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

describe('a journal that cannot be written', () => {
  const cases = [caseOf('degradation-over-n', { ...READ, max_attempts: 3 })];

  test('costs itself and not the run, and is a fault once the run is over', async () => {
    const home = await project({ store: 'a file where a folder should be' });
    const { report, faults } = await runCases(cases, success, { options: { journal: { folder: home, server: 'x' } } });
    expect(report.score.value).toBe(1);
    expect(faults).toEqual([
      expect.objectContaining({
        plugin: 'journal',
        step: 'close',
        message: `calls of this run are missing from the journal: ${join(home, 'store')}  cannot be made: there is a file of that name. Set TOOLSCORE_HOME to a folder that can be written`,
      }),
    ]);
  });

  test('for want of a salt lacks the errors, and has the rest', async () => {
    const home = await project({ salt: 'short' });
    const answers: readonly ReturnType<Answer>[] = [
      { result: {} },
      { kind: 'error', error: { code: 1 } },
      { result: {} },
    ];
    let at = 0;
    const calls = ['a', 'b', 'c'].map((id) => caseOf('latency-budget', LATENCY, { id }));
    const { report, faults, lines } = await journaled(calls, () => answers[at++] ?? {}, { home });
    expect(lines.map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [1, 'ok'],
      [2, 'ok'],
    ]);
    expect(faults).toEqual([expect.objectContaining({ plugin: 'journal', step: 'called' })]);
    expect(faults[0]?.message).toContain('holds 5 bytes instead of 32');
    expect(report.observations.filter(({ kind, state }) => kind === 'case.run' && state === 'observed')).toHaveLength(
      3,
    );
  });
});
