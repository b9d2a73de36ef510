import { describe, expect, it } from 'vitest';
import type { StdioTarget } from '../../core/model.js';
import { closeAllSessions } from '../../core/session/live-servers.js';
import { openStdio } from '../../core/session/stdio.js';
import { call, fixture, lives, odd, oddTarget, pids, until } from './odd.js';

const ODD = `${process.execPath} ${fixture('odd.mjs')}`;
const shell = (script: string): StdioTarget => ({ kind: 'stdio', command: ['sh', '-c', script] });

/** Connects, closes, and says who was there and who is left. */
async function life(target: StdioTarget, members: number) {
  const session = await openStdio(target, { timeoutMs: 20_000 });
  await until(() => pids(session.stderrTail()).length >= members);
  const all = pids(session.stderrTail());
  expect(all.filter(lives)).toHaveLength(members);
  const end = await session.close();
  expect(session.closed).toBe(true);
  return { end, left: all.filter(lives), stderr: session.stderrTail() };
}

// Mostly waiting, so all at once.
describe.concurrent('the end of a session', () => {
  it('an ordinary server ends by itself when its input ends', async () => {
    const { end, left, stderr } = await life(oddTarget('plain'), 1);
    expect({ end, left }).toEqual({ end: { code: 0, signal: null, forced: false }, left: [] });
    expect(stderr).toContain('input ended');
  });

  it('a server that stores its state first is waited for', async () => {
    const { end } = await life(oddTarget('slow-exit', 700), 1);
    expect(end).toEqual({ code: 0, signal: null, forced: false });
  });

  it('one that ignores the end of its input is terminated', async () => {
    const { end, left } = await life(oddTarget('ignores-eof'), 1);
    expect({ end, left }).toEqual({ end: { code: null, signal: 'SIGTERM', forced: false }, left: [] });
  });

  it('one that ignores that too is killed, and its helper with it', async () => {
    const { end, left } = await life(oddTarget('stubborn'), 2);
    expect({ end, left }).toEqual({ end: { code: null, signal: 'SIGKILL', forced: true }, left: [] });
  });

  it.each([
    ['holds the pipes open', 'helper'],
    ['left the process group and the session', 'helper-away'],
    ['left, and cleared its environment', 'helper-away-bare'],
    ['left, and ignores SIGTERM', 'helper-deaf'],
  ])('after a clean end, the helper that %s is ended', async (_, mode) => {
    const { end, left } = await life(oddTarget(mode), 2);
    expect({ end, left }).toEqual({ end: { code: 0, signal: null, forced: false }, left: [] });
  });

  it.each([
    ['a shell in front', `${ODD} plain; true`, 1],
    ['two shells in front', `sh -c '${ODD} plain; true'; true`, 1],
    ['a shell in front of a server that ignores the end of its input', `${ODD} ignores-eof; true`, 1],
    ['a shell in front of a server that ignores everything', `${ODD} stubborn; true`, 2],
    ['a shell with its server in the background', `exec 3<&0; ${ODD} ignores-eof <&3 & wait`, 1],
    ['a server in a session of its own', `setsid -w ${ODD} ignores-eof; true`, 1],
  ])('%s', async (_, script, members) => {
    expect((await life(shell(script), members)).left).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('a server that died earlier may have left somebody', async () => {
    const session = await odd('exit-holding-pipes');
    expect(await call(session)).toMatchObject({ kind: 'closed' });
    await until(() => pids(session.stderrTail()).length === 2);
    const [, helper = 0] = pids(session.stderrTail());
    expect(lives(helper)).toBe(true);
    expect(await session.close()).toEqual({ code: 6, signal: null, forced: false });
    expect(lives(helper)).toBe(false);
  });

  it('does not touch what another session started', async () => {
    const [one, other] = [await odd('helper-away'), await odd('helper-away')];
    await until(() => [one, other].every((session) => pids(session.stderrTail()).length === 2));
    await one.close();
    expect(pids(one.stderrTail()).filter(lives)).toEqual([]);
    expect(pids(other.stderrTail()).filter(lives)).toHaveLength(2);
    expect(await call(other)).toMatchObject({ kind: 'result' });
  });

  it('comes once, however often it is asked for, and settles what is open', async () => {
    const session = await odd('silent');
    const open = call(session);
    const ends = await Promise.all([session.close(), session.close()]);
    expect(ends[0]).toBe(ends[1]);
    expect(await open).toMatchObject({ kind: 'closed', reason: 'the session was closed' });
    expect(await call(session)).toMatchObject({ kind: 'closed', ms: 0 });
    session.notify('notifications/x');
    session.sendRaw('x');
  });

  it('can be hurried for all sessions at once', async () => {
    const sessions = [await odd('plain'), await odd('stubborn'), await odd('slow-exit', 1900)];
    await until(() => sessions.flatMap((session) => pids(session.stderrTail())).length === 4);
    await closeAllSessions();
    expect(sessions.flatMap((session) => pids(session.stderrTail())).filter(lives)).toEqual([]);
    expect(await Promise.all(sessions.map((session) => session.close()))).toMatchObject([
      {},
      { forced: true },
      { signal: 'SIGTERM', forced: false },
    ]);
  });
});

describe('servers that block', () => {
  it('one that never reads costs bounded memory and is terminated', async () => {
    const writes: string[] = [];
    const { ServerProcess } = await import('../../core/session/server-process.js');
    const server = new ServerProcess(oddTarget('never-reads'), {
      stdout() {},
      stderr() {},
      writeError() {},
      ended() {},
    });
    const line = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 30; i += 1) writes.push(server.send(line) ?? 'queued');
    expect(writes.filter((result) => result === 'queued').length).toBeLessThan(12);
    expect(writes.at(-1)).toBe('the server does not read its standard input');
    expect(await server.close('hurry')).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(server.send('late')).toBe('the standard input of the server is closed');
  });

  it('one that floods stderr before it reads is drained', async () => {
    const session = await odd('stderr-flood');
    expect(session.stderrTail()).toContain('the very last line');
    expect(session.stderrTail().length).toBeLessThanOrEqual(2000);
  });

  it('one that floods stdout before it answers is read', async () => {
    const session = await odd('stdout-flood');
    expect(session.counts).toMatchObject({ noiseLines: 400_000, oversize: 0 });
    expect(session.counts.noiseSamples).toHaveLength(5);
  });
});
