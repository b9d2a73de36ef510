import { describe, expect, it } from 'vitest';
import { definePlugin } from '../../core/define.js';
import type { StdioTarget } from '../../core/model.js';
import { openStdio } from '../../core/session/stdio.js';
import transportStdio from '../../plugins/transport-stdio.js';
import { kernelOf, RUN } from '../kernel/fake.js';
import { lives, oddTarget, pids } from '../session/odd.js';

const LIMIT_MS = 20_000;

/** Lists what the server lists, and keeps what it said on the way. */
const lister = definePlugin({
  name: 'lister',
  effects: 'read',
  apply({ hooks }) {
    hooks.discovery.tapPromise('lister', async (draft, { call }) => {
      const { result } = await call('tools/list');
      for (const tool of (result as { tools: unknown[] }).tools) draft.addTool(tool);
    });
  },
});
const run = (target: StdioTarget, more = {}) =>
  kernelOf([transportStdio, lister]).run({ ...RUN, target, timeoutMs: LIMIT_MS, ...more });

describe('transport-stdio', () => {
  it('connects a run to a server that is a program, and ends it with the run', async () => {
    const { report } = await run(oddTarget('plain'));
    expect(report.server).toMatchObject({
      name: 'odd',
      version: '1.0.0',
      protocolVersion: '2025-11-25',
      era: 'initialize',
    });
    expect(report.tools.map(({ name }) => name)).toEqual(['poke']);
  });

  it('takes the session that is already on its way', async () => {
    const early = openStdio(oddTarget('stateless'), { timeoutMs: LIMIT_MS });
    const { report } = await run({ kind: 'stdio', command: ['no-such-program-here'] }, { early });
    expect(report.server.era).toBe('stateless');
    const session = await early;
    expect(session.closed).toBe(true);
    expect(pids(session.stderrTail()).filter(lives)).toEqual([]);
  });

  it('fails the run with one line when the server does not start', async () => {
    await expect(run({ kind: 'stdio', command: ['no-such-program-here'] })).rejects.toThrow(
      /^Cannot start the server: there is no program "no-such-program-here"/,
    );
  });

  it('leaves other targets to others', async () => {
    await expect(
      kernelOf([transportStdio]).run({ ...RUN, target: { kind: 'http', url: 'http://127.0.0.1:9/' } }),
    ).rejects.toThrow(/http/);
  });
});
