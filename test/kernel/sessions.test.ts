import { expect, test } from 'vitest';
import { definePlugin, defineProbe, type Plugin } from '../../core/define.js';
import { UsageError } from '../../core/errors.js';
import type { ProbeScope } from '../../core/hooks.js';
import type { JsonObject } from '../../core/json.js';
import type { CallRecord } from '../../core/model.js';
import { NO_SUCH_METHOD, NO_SUCH_TOOL } from '../../core/no-such.js';
import { type Opening, ServerError, type WireEvent } from '../../core/session/port.js';
import { type FakeSession, fakeSession, kernelOf, PERMISSIONS, RUN, type Script } from './fake.js';

const WRITER = { name: 'wipe', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } };

/** A server of which every connection is another fake session; `refuse` says from which connection on it cannot be reached. */
function server(script: (session: number) => Script, tools: readonly JsonObject[] = [WRITER], refuse = Infinity) {
  const sessions: FakeSession[] = [];
  const openings: Opening[] = [];
  const plugin = definePlugin({
    name: 'server',
    apply({ hooks }) {
      hooks.connect.tap('server', (opening) => {
        if (sessions.length + 1 >= refuse) throw new ServerError('gone', undefined, 'closed');
        openings.push(opening);
        const session = fakeSession(script(sessions.length + 1));
        sessions.push(session);
        return session;
      });
      hooks.discovery.tap('server', (draft) => tools.forEach((tool) => draft.addTool(tool)));
    },
  });
  return { plugin, sessions, openings };
}

function probe(observe: (scope: ProbeScope<'server'>) => Promise<void>): Plugin {
  return defineProbe({ name: 'asks', subject: 'server', effects: 'mutate', emits: {}, observe: observe as never });
}

test('a probe opens sessions beside the main one, and all are ended with the run', async () => {
  const { plugin, sessions, openings } = server(() => () => ({}));
  const records: CallRecord[] = [];
  const asks = probe(async ({ call, sessions: held }) => {
    const other = await held.open({ capabilities: { sampling: {} } });
    expect([held.main.number, other.number]).toEqual([1, 2]);
    records.push(await call('ping'), await other.call('ping'), await other.call('tools/list'));
  });
  const { report } = await kernelOf([plugin, asks]).run(RUN);
  expect(records.map(({ id, session }) => [id, session])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
  ]);
  expect(sessions.map(({ sent }) => sent.map(({ method }) => method))).toEqual([['ping'], ['ping', 'tools/list']]);
  expect(sessions.map(({ closedTimes }) => closedTimes > 0)).toEqual([true, true]);
  // The era of a server does not change, so it is not asked for again.
  expect(openings[1]).toMatchObject({ era: 'initialize', capabilities: { sampling: {} } });
  expect(report.calls.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('calls that overlap are numbered in the order they were asked, and listed so', async () => {
  const { plugin } = server((session) => async () => {
    await new Promise((resolve) => setTimeout(resolve, session === 1 ? 20 : 1));
    return {};
  });
  const asks = probe(async ({ call, sessions }) => {
    const other = await sessions.open();
    const [first, second] = await Promise.all([call('ping'), other.call('ping')]);
    expect([first.id, second.id]).toEqual([1, 2]);
  });
  const { report } = await kernelOf([plugin, asks]).run(RUN);
  expect(report.calls.map(({ id }) => id)).toEqual([1, 2]);
});

test('renewing ends the main session and goes on with another', async () => {
  const { plugin, sessions } = server(() => () => ({}));
  const asks = probe(async ({ call, sessions: held }) => {
    await held.renew();
    expect(held.main.number).toBe(2);
    await call('ping');
  });
  const { report } = await kernelOf([plugin, asks]).run(RUN);
  expect(sessions.map(({ sent }) => sent.length)).toEqual([0, 1]);
  expect(report.serverEnded).toBeUndefined();
});

test('a session that cannot be opened is an error of its own, for the probe to handle', async () => {
  const { plugin } = server(() => () => ({}), [WRITER], 2);
  let thrown: unknown;
  const asks = probe(async ({ sessions }) => {
    thrown = await sessions.open().catch((error: unknown) => error);
  });
  const { report } = await kernelOf([plugin, asks]).run(RUN);
  expect(thrown).toMatchObject({ name: 'ServerError', fault: 'closed' });
  expect(report.faults).toEqual([]);
});

test('all sessions share one budget, handshakes included, and once refused it stays used up', async () => {
  const { plugin, sessions, openings } = server(() => () => ({}));
  const outcomes: string[] = [];
  const asks = probe(async ({ call, sessions: held }) => {
    const other = await held.open();
    expect(openings[1]?.spend?.()).toBe(true);
    for (const ask of [call, other.call, call, other.call]) outcomes.push((await ask('ping')).outcome);
    expect(held.exhausted).toBe(true);
    expect(openings[1]?.spend?.()).toBe(false);
  });
  await kernelOf([plugin, asks]).run({ ...RUN, maxRequests: 3 });
  expect(outcomes).toEqual(['result', 'result', 'refused', 'refused']);
  expect(sessions.flatMap(({ sent }) => sent)).toHaveLength(2);
});

test('a budget that was met but not exceeded is not used up', async () => {
  const { plugin } = server(() => () => ({}));
  let exhausted: boolean | undefined;
  const asks = probe(async ({ call, sessions }) => {
    await call('ping');
    ({ exhausted } = sessions);
  });
  await kernelOf([plugin, asks]).run({ ...RUN, maxRequests: 1 });
  expect(exhausted).toBe(false);
});

test('an ear hears notifications of its method from the moment it was made', async () => {
  const listeners: ((event: WireEvent) => void)[] = [];
  const { plugin, sessions } = server(() => () => ({}));
  const notify = (method: string, params: JsonObject): void =>
    listeners.forEach((listener) =>
      listener({ dir: 'in', kind: 'frame', at: 0, json: { jsonrpc: '2.0', method, params }, text: '', bytes: 1 }),
    );
  const asks = probe(async ({ sessions: held }) => {
    Object.assign(sessions[0] as FakeSession, {
      tap: (listener: (event: WireEvent) => void) => {
        listeners.push(listener);
        return () => {};
      },
    });
    const ear = held.main.listen('notifications/resources/updated');
    notify('notifications/resources/updated', { uri: 'b' });
    expect(await ear.wait(({ uri }) => uri === 'a', 1)).toBe(false);
    expect(await ear.wait(({ uri }) => uri === 'b', 1)).toBe(true);
    notify('notifications/other', { uri: 'a' });
    setTimeout(() => notify('notifications/resources/updated', { uri: 'a' }), 5);
    expect(await ear.wait(({ uri }) => uri === 'a', 10_000)).toBe(true);
    ear.stop();
  });
  const { report } = await kernelOf([plugin, asks]).run(RUN);
  expect(report.faults).toEqual([]);
});

test('tools that the operator vouches for may be called, listed or not, and no others', async () => {
  const { plugin, sessions } = server(() => () => ({}));
  const outcomes: string[] = [];
  const asks = probe(async ({ call }) => {
    for (const name of ['wipe', 'hidden', 'other', NO_SUCH_TOOL])
      outcomes.push((await call('tools/call', { name, arguments: {} })).outcome);
    outcomes.push((await call(NO_SUCH_METHOD)).outcome, (await call('logging/setLevel')).outcome);
  });
  const permissions = { ...PERMISSIONS, attested: ['wipe', 'hidden'] };
  await kernelOf([plugin, asks], { permissions }).run(RUN);
  expect(outcomes).toEqual(['result', 'result', 'refused', 'result', 'result', 'refused']);
  expect(sessions[0]?.sent.map(({ params }) => params['name'])).toEqual(['wipe', 'hidden', NO_SUCH_TOOL, undefined]);
});

test('tools that declare nothing count as read-only when the operator says so', async () => {
  const silent = { name: 'wipe_all', inputSchema: { type: 'object' } };
  const ask = async (confirmReadOnly: boolean): Promise<string[]> => {
    const outcomes: string[] = [];
    const { plugin } = server(() => () => ({}), [silent, WRITER]);
    const asks = defineProbe({
      name: 'asks',
      subject: 'server',
      effects: 'call',
      emits: {},
      async observe({ call }) {
        for (const name of ['wipe_all', 'wipe']) outcomes.push((await call('tools/call', { name })).outcome);
      },
    });
    await kernelOf([plugin, asks], { permissions: { ...PERMISSIONS, confirmReadOnly } }).run(RUN);
    return outcomes;
  };
  expect(await ask(true)).toEqual(['result', 'refused']);
  expect(await ask(false)).toEqual(['refused', 'refused']);
});

test('subjects are looked at in the order they were added, neighbours of one kind together', async () => {
  const seen: string[] = [];
  const { plugin } = server(() => () => ({}));
  const adds = definePlugin({
    name: 'adds',
    apply({ hooks }) {
      hooks.discovery.tap('adds', (draft) => {
        for (const [kind, name] of [
          ['case.a', '1'],
          ['case.a', '2'],
          ['case.b', '3'],
          ['case.a', '4'],
        ] as const)
          draft.addSubject<`case.${string}`>({ kind, name } as never);
      });
      for (const kind of ['case.a', 'case.b'] as const)
        hooks.observe.for(kind).tapPromise('adds', ({ subjects, each }) => {
          seen.push(`${subjects.length} of ${kind}`);
          return each(({ subject: { name } }) => void seen.push(name));
        });
    },
  });
  await kernelOf([plugin, adds]).run(RUN);
  expect(seen).toEqual(['2 of case.a', '1', '2', '1 of case.b', '3', '1 of case.a', '4']);
});

test('what turns out wrong once the tools are known ends the run before anything is called', async () => {
  const { plugin, sessions } = server(() => () => ({}));
  const refuses = definePlugin({
    name: 'refuses',
    apply({ hooks }) {
      hooks.discovery.tap('refuses', () => {
        throw new UsageError('the server lists no tool "x"');
      });
    },
  });
  await expect(kernelOf([plugin, refuses]).run(RUN)).rejects.toThrow('the server lists no tool "x"');
  expect(sessions[0]?.sent).toEqual([]);
  expect(sessions[0]?.closedTimes).toBeGreaterThan(0);
});

test('what asks the server nothing may look when the time is over, and nothing else does', async () => {
  const seen: string[] = [];
  const { plugin } = server(() => () => ({}));
  const stop = new AbortController();
  const late = (name: string, options: { readonly evenLate?: true }): Plugin =>
    definePlugin({
      name,
      apply({ hooks }) {
        hooks.observe.for('server').tapPromise(name, ({ each }) => each(() => void seen.push(name), options));
      },
    });
  const ends = definePlugin({
    name: 'ends',
    apply: ({ hooks }) => hooks.discovery.tap('ends', () => stop.abort('over')),
  });
  const run = kernelOf([plugin, ends, late('late', { evenLate: true }), late('early', {})]);
  const { report } = await run.run({ ...RUN, signal: stop.signal });
  expect(seen).toEqual(['late']);
  expect(report.unfinished?.notRun).toEqual(['early on fake']);
});
