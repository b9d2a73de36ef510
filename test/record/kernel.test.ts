import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definePlugin, defineProbe, type Plugin } from '../../core/define.js';
import type { ProbeScope } from '../../core/hooks.js';
import type { Observation } from '../../core/model.js';
import { redactorFor } from '../../core/secrets.js';
import { ServerError } from '../../core/session/port.js';
import { fakeSession, kernelOf, RUN, type Script } from '../kernel/fake.js';
import { lister, replayedBy, taped } from './fake.js';

const TOOLS = [{ name: 'get_note', annotations: { readOnlyHint: true } }, { name: 'get_other' }];

/** A server that lists two tools and answers by this script. */
function serverWith(script: Script): Plugin {
  const session = fakeSession((method, params, meanwhile) =>
    method === 'tools/list' ? { result: { tools: TOOLS } } : script(method, params, meanwhile),
  );
  return definePlugin({
    name: 'fake-server',
    apply: ({ hooks }) => hooks.connect.tap('fake-server', () => session),
  });
}

const KIND = 'tool.seen';
/** Calls every tool as often as asked, and writes down what came back. */
function looker(
  look: (scope: ProbeScope<'tool'>) => Promise<unknown>,
  { name = 'looker', ...more }: Partial<Plugin> = {},
): Plugin {
  return {
    ...defineProbe({
      name,
      subject: 'tool',
      effects: 'call',
      emits: { [KIND]: { type: 'object' } } as object,
      async observe(scope) {
        (scope.emit as (kind: string, data: object) => void)(KIND, { seen: await look(scope) });
      },
    }),
    ...more,
  };
}

const seenIn = (observations: readonly Observation[]): unknown => observations.map(({ data }) => data?.['seen']);
const ask =
  (...words: readonly object[]) =>
  async ({ call, subject }: ProbeScope<'tool'>): Promise<unknown> => {
    const answers = [];
    for (const args of words) answers.push(await call('tools/call', { name: subject.name, arguments: args }));
    return answers.map(({ outcome, result, error, reason, ms }) => ({ outcome, result, error, reason, ms }));
  };

describe('the recorder', () => {
  it('has each call in the file before the next one is asked', async () => {
    const tape = taped();
    const sizes: number[] = [];
    const server = serverWith((_, params) => {
      sizes.push(tape.text().split('\n').length);
      return { result: params };
    });
    await kernelOf([lister, server, looker(ask({}, {})), tape.plugin]).run(RUN);
    // The header, the session, the listing and what stands behind the last line end.
    expect(sizes).toEqual([4, 5, 6, 7]);
  });

  it('keeps what there is when the server cannot be listed', async () => {
    const tape = taped();
    const broken = definePlugin({
      name: 'broken',
      apply: ({ hooks }) =>
        hooks.discovery.tapPromise('broken', async (_, { call }) => {
          await call('tools/list');
          throw new ServerError('the list is no list');
        }),
    });
    const server = serverWith(() => ({}));
    await expect(kernelOf([broken, server, tape.plugin]).run(RUN)).rejects.toThrow('the list is no list');
    expect(tape.run().calls.map(({ method }) => method)).toEqual(['tools/list']);
    expect(tape.run().outcome).toBeUndefined();
  });

  it('keeps a run that was cut short, with the reason', async () => {
    const tape = taped();
    const stop = new AbortController();
    const server = serverWith(() => {
      stop.abort('it was interrupted');
      return { kind: 'aborted', reason: 'it was interrupted' };
    });
    const plugins = [lister, server, looker(ask({})), tape.plugin];
    const { report } = await kernelOf(plugins).run({ ...RUN, signal: stop.signal });
    expect(tape.run().outcome?.unfinished).toEqual({ ...report.unfinished });
    expect(report.unfinished?.notRun).toEqual(['looker on get_other']);
  });

  it('keeps where the server is declared when that lies in this folder', async () => {
    const declaredIn = async (source: string): Promise<unknown> => {
      const tape = taped();
      await kernelOf([lister, serverWith(() => ({})), tape.plugin]).run({ ...RUN, declaredIn: { source, line: 4 } });
      return tape.run().outcome?.declaredIn;
    };
    expect(await declaredIn(resolve('.mcp.json'))).toEqual({ source: '.mcp.json', line: 4 });
    expect(await declaredIn(resolve('..', '.mcp.json'))).toBeUndefined();
  });

  it('keeps every part of an answer', async () => {
    const tape = taped();
    const answers = [
      { kind: 'error', error: { code: -32_602, message: 'no' } },
      { kind: 'malformed', raw: { jsonrpc: '1.0' }, reason: 'no JSON-RPC 2.0' },
      { kind: 'result', result: { content: [] }, notes: [{ progress: 1 }], idType: 'string' },
      { kind: 'timeout' },
    ] as const;
    let at = 0;
    const server = serverWith(() => answers[at++] ?? {});
    await kernelOf([lister, server, looker(ask({ a: 1 }, { a: 2 })), tape.plugin]).run(RUN);
    const [, ...calls] = tape.run().calls;
    expect(calls).toMatchObject([
      { outcome: 'error', error: { code: -32_602 }, params: { name: 'get_note', arguments: { a: 1 } } },
      { outcome: 'malformed', raw: { jsonrpc: '1.0' }, reason: 'no JSON-RPC 2.0' },
      { outcome: 'result', notes: [{ progress: 1 }], idType: 'string', subject: { name: 'get_other', index: 1 } },
      { outcome: 'timeout', ms: 1000 },
    ]);
  });

  it('writes no secret: not of the environment, not of an argument, in no form', async () => {
    const target = {
      kind: 'stdio',
      command: ['serve', '--api-key', 'sesame-open-1'],
      env: { DB_PASSWORD: 'hunter2 "quoted"', PIN_TOKEN: '48151623' },
    } as const;
    const secrets = ['sesame-open-1', 'hunter2 "quoted"', '48151623', Buffer.from('sesame-open-1').toString('base64')];
    const tape = taped(target, redactorFor(target));
    const echo = { key: 'sesame-open-1', deep: [{ password: 'hunter2 "quoted"' }], pin: 48_151_623 };
    const server = serverWith(() => ({ result: { content: [{ type: 'text', text: secrets.join(' ') }], ...echo } }));
    await kernelOf([lister, server, looker(ask(echo)), tape.plugin]).run({ ...RUN, target });
    const text = tape.text();
    for (const secret of [...secrets, 'hunter2']) expect(text).not.toContain(secret);
    expect(text).toContain('[redacted]');
    expect(tape.run().outcome?.observations).toHaveLength(2);
    // Whoever has the same secrets finds the same calls.
    const { lacking } = await replayedBy([lister, looker(ask(echo))], tape.run(), { target }, redactorFor(target));
    expect(lacking).toEqual([]);
  });
});

describe('a replay', () => {
  it('gives the answers of one asker in the order of the run, with their times', async () => {
    const tape = taped();
    let asked = 0;
    const server = serverWith(() => ({ result: { content: [], count: (asked += 1) }, ms: asked * 10 }));
    const live = await kernelOf([lister, server, looker(ask({}, {}, { x: 1 })), tape.plugin]).run(RUN);
    const again = await replayedBy([lister, looker(ask({}, {}, { x: 1 }))], tape.run());
    expect(again.report.observations).toEqual(live.report.observations);
    expect(again.report.calls).toEqual(live.report.calls);
    expect(again.lacking).toEqual([]);
    expect(asked).toBe(6);
  });

  it('says which calls it lacks, once each, and what rests on them is no finding', async () => {
    const tape = taped();
    const server = serverWith(() => ({ result: { content: [] } }));
    await kernelOf([lister, server, looker(ask({ a: 1 })), tape.plugin]).run(RUN);
    const { lacking, report } = await replayedBy([lister, looker(ask({ a: 1 }, { b: 2 }, { b: 2 }))], tape.run());
    expect(lacking).toEqual([
      { method: 'tools/call', plugin: 'looker', params: { name: 'get_note', arguments: { b: 2 } }, times: 2 },
      { method: 'tools/call', plugin: 'looker', params: { name: 'get_other', arguments: { b: 2 } }, times: 2 },
    ]);
    expect(report.calls.filter(({ outcome }) => outcome === 'aborted')).toHaveLength(4);
    expect(report.calls[2]?.excerpt).toMatch(/run\.jsonl has no answer to this call$/);
  });

  it('lacks a call that is made more often than it was', async () => {
    const tape = taped();
    const server = serverWith(() => ({ result: { content: [] } }));
    await kernelOf([lister, server, looker(ask({})), tape.plugin]).run(RUN);
    const { lacking } = await replayedBy([lister, looker(ask({}, {}))], tape.run());
    expect(lacking.map(({ times }) => times)).toEqual([1, 1]);
  });

  it('leaves the answers of a probe to that probe', async () => {
    const tape = taped();
    let asked = 0;
    const server = serverWith(() => ({ result: { content: [], count: (asked += 1) } }));
    const [one, two] = [looker(ask({})), looker(ask({}), { name: 'two' })];
    await kernelOf([lister, server, one, two, tape.plugin]).run(RUN);
    const { report } = await replayedBy([lister, two], tape.run());
    expect(seenIn(report.observations)).toMatchObject([[{ result: { count: 3 } }], [{ result: { count: 4 } }]]);
  });

  it('gives a new probe what everybody was answered, and nothing when that differed', async () => {
    const tape = taped();
    let asked = 0;
    const server = serverWith((_, { name }) => ({
      result: { content: [], count: name === 'get_note' ? 'same' : (asked += 1) },
    }));
    await kernelOf([lister, server, looker(ask({}, {})), tape.plugin]).run(RUN);
    const { report, lacking } = await replayedBy([lister, looker(ask({}), { name: 'new' })], tape.run());
    expect(seenIn(report.observations)).toMatchObject([
      [{ outcome: 'result', result: { count: 'same' } }],
      [{ outcome: 'aborted' }],
    ]);
    expect(lacking).toHaveLength(1);
  });

  it('never lets anybody else connect: the command of the record is not to be started', async () => {
    const tape = taped();
    await kernelOf([lister, serverWith(() => ({})), tape.plugin]).run(RUN);
    const started: unknown[] = [];
    const transport = definePlugin({
      name: 'transport',
      apply: ({ hooks }) => hooks.connect.tap('transport', (request) => void started.push(request)),
    });
    const whole = tape.run();
    const broken = { ...whole, sessions: null as never };
    await expect(replayedBy([transport, lister], broken)).rejects.toThrow('run.jsonl cannot be replayed');
    const empty = { ...whole, sessions: [] };
    await expect(replayedBy([transport, lister], empty)).rejects.toThrow('holds no session with the server');
    await replayedBy([transport, lister], whole);
    expect(started).toEqual([]);
  });

  it('stays behind the write gate of its own run', async () => {
    const tape = taped();
    const server = serverWith(() => ({ result: { content: [] } }));
    const writer = looker(
      async ({ call }) => (await call('tools/call', { name: 'save_note', arguments: {} })).outcome,
      { name: 'writer', effects: 'mutate' },
    );
    const writes = { readOnly: false, allowWrites: true, mayWrite: [] };
    await kernelOf([lister, server, writer, tape.plugin], { permissions: writes }).run(RUN);
    expect(seenIn(tape.run().outcome?.observations ?? [])).toEqual(['result', 'result']);
    const { report, lacking } = await replayedBy([lister, writer], tape.run());
    expect(seenIn(report.observations)).toEqual(['refused', 'refused']);
    expect(lacking).toEqual([]);
  });

  it('lets the server die and start again where it did', async () => {
    const tape = taped();
    const lives = [1, 9].map((diesAt) => {
      let calls = 0;
      const session = fakeSession((method) => {
        if (method === 'tools/list') return { result: { tools: TOOLS } };
        calls += 1;
        if (calls >= diesAt) Object.assign(session, { closed: true });
        return session.closed ? { kind: 'closed', reason: 'the server exited' } : { result: { content: [] } };
      });
      return session;
    });
    let started = 0;
    const server = definePlugin({
      name: 'mortal',
      apply: ({ hooks }) => hooks.connect.tap('mortal', () => lives[started++]),
    });
    const plugins = [lister, looker(ask({})), looker(ask({ p: 1 }), { name: 'probe', optIn: true })];
    const live = await kernelOf([...plugins, server, tape.plugin]).run({ ...RUN, probes: true });
    expect(live.report.restart).toEqual({ failure: undefined });
    const again = await replayedBy(plugins, tape.run(), { probes: true });
    expect(again.report.restart).toEqual({ failure: undefined });
    expect(again.report.calls).toEqual(live.report.calls);
    expect(again.report.serverEnded).toEqual(live.report.serverEnded);
  });

  it('sees on the wire what the run saw by then', async () => {
    const tape = taped();
    const counts = { noiseLines: 0, orphans: 0, oversize: 0, batches: 0, noiseSamples: [] as string[] };
    const server = serverWith(() => {
      counts.noiseLines += 1;
      counts.noiseSamples.push('hello');
      return { result: { content: [] } };
    });
    const watched = definePlugin({
      name: 'watched',
      apply: ({ hooks }) =>
        hooks.connect.tap('watched', () => {
          const session = fakeSession((method, params, meanwhile) =>
            method === 'tools/list'
              ? { result: { tools: TOOLS } }
              : ((counts.noiseLines += 1), { result: params, meanwhile: typeof meanwhile }),
          );
          return Object.assign(session, { counts });
        }),
    });
    const noisy = looker(async ({ sessions, call, subject }) => {
      await call('tools/call', { name: subject.name });
      return sessions.counts.noiseLines;
    });
    const live = await kernelOf([lister, server, watched, noisy, tape.plugin]).run(RUN);
    const again = await replayedBy([lister, noisy], tape.run());
    expect(seenIn(live.report.observations)).toEqual([1, 2]);
    expect(seenIn(again.report.observations)).toEqual([1, 2]);
    expect(again.report.wire).toEqual(live.report.wire);
  });
});
