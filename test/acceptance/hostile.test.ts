/** Whatever a server does or says: one clear line, the right exit code, nothing left running, nothing raw in any output. */

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CLI, scratch, toolscore } from './cli.js';

const ODD = resolve('fixtures/servers/odd.mjs');
const LOUD = resolve('fixtures/servers/hostile-text.mjs');
const odd = (mode: string, ...more: string[]): string[] => ['--', process.execPath, ODD, mode, ...more];

/** Characters that act instead of showing: C0 but tab and line feed, DEL, C1, bidi controls and isolates. */
// oxlint-disable-next-line no-control-regex
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe('a server that cannot be graded', () => {
  // Those that say nothing more are waited for in vain; the others need the time that a start takes.
  it.each<[string, RegExp, string]>([
    ['exits-at-once', /exited/, '30'],
    ['killed-at-once', /SIGKILL/, '30'],
    ['mute', /did not answer/, '2'],
    ['handshake-refused', /no licence/, '30'],
    ['handshake-noise', /Usage: odd|no JSON|not JSON/, '5'],
    ['handshake-half', /exited/, '30'],
  ])('%s: exit 1, one line, no grade', async (mode, why, limit) => {
    const folder = await scratch();
    const ran = await toolscore(['mcp', 'test', '--timeout', limit, '--report', 'json', '-o', 'r.json', ...odd(mode)], {
      cwd: folder,
    });
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err.split('\n')[0]).toMatch(why);
    expect(ran.err).not.toMatch(/^\s+at /m);
    await expect(readFile(join(folder, 'r.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a server with hostile texts', () => {
  it.each<[string, string[]]>([
    ['the console', ['test']],
    ['the list', ['list']],
    ['the lint table', ['lint']],
    ['a verbose run', ['test', '--verbose']],
  ])('puts nothing raw on %s', async (_what, [command = '', ...options]) => {
    const { out, err } = await toolscore(['mcp', command, ...options, '--', process.execPath, LOUD]);
    expect(out.length).toBeGreaterThan(100);
    expect(ACTING.exec(out + err)?.[0]).toBeUndefined();
    expect(out + err).not.toMatch(/^\s*::/m);
  });

  it.each(['json', 'md', 'badge'])('puts nothing raw into a report of format %s', async (format) => {
    const folder = await scratch();
    await toolscore(['mcp', 'test', '--report', format, '-o', 'report', '--', process.execPath, LOUD], { cwd: folder });
    const report = await readFile(join(folder, 'report'), 'utf8');
    expect(ACTING.exec(report)?.[0]).toBeUndefined();
    expect(report.length).toBeLessThan(400_000);
    if (format === 'json') JSON.parse(report);
    else expect(report).not.toContain('<script>');
  });
});

describe('secrets', () => {
  it('of the environment reach no output', async () => {
    const folder = await scratch();
    const secret = 'hush-4f1b9c';
    const echo = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      const results = {
        initialize: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: process.env.API_TOKEN, version: '1' } },
        'tools/list': { tools: [{ name: 'get_it', description: 'Uses ' + process.env.API_TOKEN + ' inside.', inputSchema: { type: 'object', properties: {}, required: [] } }] },
        'tools/call': { isError: true, content: [{ type: 'text', text: 'refused ' + process.env.API_TOKEN }] },
      };
      console.log(JSON.stringify(results[method] ? { jsonrpc: '2.0', id, result: results[method] } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));
    }); console.error(process.env.API_TOKEN)`;
    const args = [
      'mcp',
      'test',
      '--verbose',
      '--report',
      'json',
      '-o',
      'r.json',
      '--badge',
      'b.svg',
      '--',
      process.execPath,
      '-e',
      echo,
    ];
    const { out, err, code } = await toolscore(args, { cwd: folder, env: { API_TOKEN: secret } });
    const files = await Promise.all(['r.json', 'b.svg'].map((name) => readFile(join(folder, name), 'utf8')));
    expect(code).toBe(0);
    expect([out, err, ...files].join('\n')).not.toContain(secret);
    expect(files[0]).toContain('[redacted]');
  });
});

describe('interrupted in the middle of a call', () => {
  it('exits with 130 and leaves nothing running', async () => {
    const child = spawn(process.execPath, [CLI, 'mcp', 'test', ...odd('stubborn')], {
      cwd: await scratch(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let pids: readonly number[] = [];
    // The server and its helper.
    while (pids.length < 2) {
      await sleep(50);
      pids = await descendants(child.pid ?? -1);
    }
    const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    // What was killed is there until its new parent has taken note of it.
    await expect.poll(() => pids.filter(isAlive), { timeout: 20_000 }).toEqual([]);
  });
});

/** Processes that `pid` started, and those that these started. */
async function descendants(pid: number): Promise<readonly number[]> {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = (await readFile(path, 'utf8').catch(() => ''))
    .split(' ')
    .filter((text) => text.trim() !== '')
    .map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
