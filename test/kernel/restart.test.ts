import { describe, expect, it } from 'vitest';
import { definePlugin, defineProbe, type Plugin } from '../../core/define.js';
import type { CallRecord } from '../../core/model.js';
import { ServerError } from '../../core/session/port.js';
import { type FakeSession, fakeSession, kernelOf, RUN } from './fake.js';

/** A server that dies when a tool is called for the n-th time; each start gives the next of the sessions. */
function mortal(lives: readonly { readonly diesAt?: number; readonly startsNot?: string }[]) {
  const sessions: FakeSession[] = [];
  const early: unknown[] = [];
  const plugin = definePlugin({
    name: 'mortal',
    apply({ hooks }) {
      hooks.connect.tap('mortal', (request) => {
        early.push(request.early);
        const life = lives[sessions.length] ?? {};
        if (life.startsNot !== undefined) throw new ServerError(life.startsNot);
        const session = fakeSession((method) => {
          if (!session.closed) {
            const calls = session.sent.filter((one) => one.method === 'tools/call').length;
            if (method === 'tools/call' && calls === life.diesAt) Object.assign(session, { closed: true });
          }
          return session.closed ? { kind: 'closed', reason: 'the server exited' } : { result: { content: [] } };
        });
        Object.assign(session, { counts: { ...session.counts, noiseLines: 1, noiseSamples: ['hello'] } });
        sessions.push(session);
        return session;
      });
      hooks.discovery.tap('mortal', (draft) => void draft.addTool({ name: 'get_x' }));
    },
  });
  return { plugin, sessions, early };
}

function caller(name: string, records: CallRecord[], more: Partial<Plugin> = {}): Plugin {
  return {
    ...defineProbe({
      name,
      subject: 'tool',
      effects: 'call',
      emits: {},
      async observe({ call }) {
        records.push(await call('tools/call', { name: 'get_x' }));
      },
    }),
    ...more,
  };
}

/** Scenarios and two probes against such a server. */
async function runAgainst(lives: Parameters<typeof mortal>[0], probes = true) {
  const records: CallRecord[] = [];
  const { plugin, sessions, early } = mortal(lives);
  const plugins = [
    plugin,
    caller('scenarios', records),
    caller('first', records, { optIn: true }),
    caller('second', records, { optIn: true, after: ['first'] }),
  ];
  const { report } = await kernelOf(plugins).run({ ...RUN, probes });
  return { report, sessions, early, outcomes: records.map(({ plugin: who, outcome }) => `${who} ${outcome}`), records };
}

describe('a server that died before the probes', () => {
  it('is started again once, and every session is closed', async () => {
    const { report, sessions, outcomes } = await runAgainst([{ diesAt: 1 }, {}]);
    expect(outcomes).toEqual(['scenarios closed', 'first result', 'second result']);
    expect(report.restart).toEqual({ failure: undefined });
    expect(sessions).toHaveLength(2);
    for (const session of sessions) expect(session.closedTimes).toBeGreaterThan(0);
    expect(report.wire).toMatchObject({ noiseLines: 2, noiseSamples: ['hello', 'hello'] });
  });

  it('is not started a second time when a probe kills it', async () => {
    const { sessions, outcomes } = await runAgainst([{ diesAt: 1 }, { diesAt: 1 }, {}]);
    expect(outcomes).toEqual(['scenarios closed', 'first closed', 'second closed']);
    expect(sessions).toHaveLength(2);
  });

  it('that does not start again answers every probe with the reason', async () => {
    const { report, records } = await runAgainst([{ diesAt: 1 }, { startsNot: 'no such file' }]);
    expect(report.restart).toEqual({ failure: 'no such file' });
    const reason = 'the server died before the probes and did not start again: no such file';
    expect(records.slice(1)).toMatchObject([
      { outcome: 'closed', reason },
      { outcome: 'closed', reason },
    ]);
  });

  it('stays dead when nobody asked for probes', async () => {
    const { report, sessions } = await runAgainst([{ diesAt: 1 }, {}], false);
    expect(report.restart).toBeUndefined();
    expect(sessions).toHaveLength(1);
  });
});

describe('a server that is alive', () => {
  it('is left alone, also when it dies between two probes', async () => {
    const { report, sessions, outcomes } = await runAgainst([{ diesAt: 2 }, {}]);
    expect(outcomes).toEqual(['scenarios result', 'first closed', 'second closed']);
    expect(report.restart).toBeUndefined();
    expect(sessions).toHaveLength(1);
  });

  it('that was started early is not taken for the second one', async () => {
    const { plugin, early } = mortal([{ diesAt: 1 }, {}]);
    const first = new Promise<never>(() => {});
    const probes = [caller('scenarios', []), caller('first', [], { optIn: true })];
    await kernelOf([plugin, ...probes]).run({ ...RUN, probes: true, early: first });
    expect(early).toEqual([first, undefined]);
  });
});
