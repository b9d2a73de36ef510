import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, lives, pids, until } from './odd.js';

/** A program with a session: connects, says "ready", and then ends as it is told, or waits for an answer that never comes. */
const PROGRAM = `
import { installSignalHandlers } from './core/session/live-servers.ts';
import { openStdio } from './core/session/stdio.ts';
const [end, ...command] = process.argv.slice(2);
installSignalHandlers();
const tap = (event) => { if (event.kind === 'stderr') process.stderr.write(event.text); };
const session = await openStdio({ kind: 'stdio', command }, { timeoutMs: 20000, tap });
console.log('ready');
if (end === 'exit') process.exit(0);
if (end === 'throw') setTimeout(() => { throw new Error('a bug'); }, 0);
await session.request('tools/call', { name: 'poke', arguments: {} }, { timeoutMs: 60000 });
`;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscore-test-'));
  program = join(folder, 'program.mjs');
  const resolveDir = fileURLToPath(new URL('../../', import.meta.url));
  await build({
    stdin: { contents: PROGRAM, resolveDir, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: program,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
}

function run(end: string, mode: string): Running {
  const child = spawn(process.execPath, [program, end, process.execPath, fixture('odd.mjs'), mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return { child, stdout: () => text.stdout, stderr: () => text.stderr, ended };
}

describe.concurrent('when this program is interrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends a stubborn server and its helper, and exits with %i', async (signal, code) => {
    const { child, stderr, ended } = run('wait', 'stubborn');
    await until(() => pids(stderr()).length === 2 && stderr().includes('got tools/call'));
    const all = pids(stderr());
    expect(all.filter(lives)).toHaveLength(2);
    child.kill(signal);
    expect(await ended).toEqual({ code, signal: null });
    await until(() => all.filter(lives).length === 0);
  });

  it('a second signal kills at once', async () => {
    const { child, stderr, ended } = run('wait', 'stubborn');
    await until(() => pids(stderr()).length === 2 && stderr().includes('got tools/call'));
    child.kill('SIGINT');
    await until(() => stderr().includes('input ended'));
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, signal: null });
    await until(() => pids(stderr()).filter(lives).length === 0);
  });

  it('a signal during the handshake does not start the server again', async () => {
    const { child, stderr, ended } = run('wait', 'mute');
    await until(() => stderr().includes('got server/discover'));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(pids(stderr())).toHaveLength(1);
    await until(() => pids(stderr()).filter(lives).length === 0);
  });

  it('its own exit kills what is left', async () => {
    const { stdout, stderr, ended } = run('exit', 'stubborn');
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(stdout()).toBe('ready\n');
    await until(() => pids(stderr()).filter(lives).length === 0);
  });

  it('a bug of its own does, too', async () => {
    const { stderr, ended } = run('throw', 'stubborn');
    expect((await ended).code).toBe(1);
    expect(stderr()).toContain('a bug');
    await until(() => pids(stderr()).filter(lives).length === 0);
  });
});
