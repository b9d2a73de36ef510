/** `toolscore serve` as it is shipped: what toolscore itself thinks of it, and how its process begins and ends. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '../serve/connected.js';
import { httpClient } from '../serve/listening.js';
import { CALLS, hanging, isAlive, manifestOf, PATIENTLY, serverUnderTest } from '../serve/under-test.js';
import { CLI, graded, scratch, toolscore } from './cli.js';

const SERVE = [process.execPath, CLI, 'serve'];

describe('toolscore on itself', () => {
  test.each([[[]], [['--allow-spawn']]])('gives an A to serve with %j', async (options) => {
    const home = { TOOLSCORE_HOME: await scratch() };
    const report = await graded([...SERVE, ...options], [], home);
    expect(report.grade).toBe('A');
    expect(report.score).toBeGreaterThan(0.95);
    expect(report.scores).toMatchObject({ happy_pass_rate: 1, edge_resilience_rate: 1 });
    expect(report.tools).toHaveLength(7);
  });

  test('finds it ready for agents, and names nothing but the size of its catalog', async () => {
    const env = { TOOLSCORE_HOME: await scratch() };
    const { code, out } = await toolscore(['score', '--server', 'self', '--format', 'json', '--', ...SERVE], { env });
    expect(code).toBe(0);
    const { readiness } = JSON.parse(out) as {
      readiness: { score: number; areas: { name: string; checks: object[] }[] };
    };
    expect(readiness.score).toBeGreaterThanOrEqual(95);
    expect(readiness.areas.filter(({ checks }) => checks.length > 0).map(({ name }) => name)).toEqual(['context']);
  });
});

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  /** What was written, by lines. */
  readonly out: readonly string[];
  readonly err: readonly string[];
  say(message: object): void;
}

async function started(...options: string[]): Promise<Started> {
  const [command = '', ...args] = [...SERVE, ...options];
  const child = spawn(command, args, { env: { ...process.env, TOOLSCORE_HOME: await scratch() } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const out: string[] = [];
  const err: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => out.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => err.push(line));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, exit, out, err, say: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`) };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const calling = (id: number, name: string, args: object): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('its process', () => {
  test('answers what was asked before its input ended, and says nothing else', async () => {
    const { child, exit, out, err, say } = await started();
    say(INITIALIZE);
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    say({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    say(calling(3, 'explain', { label: 'value-mismatch' }));
    child.stdin?.end('this is no message\n');
    expect(await exit).toBe(0);
    expect(out.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3]);
    expect(err).toEqual(['toolscore: a message could not be read or sent']);
  });

  test.each(['the end of its input', 'SIGINT', 'SIGTERM'] as const)('takes a server along at %s', async (how) => {
    const { child, exit, out, err, say } = await started('--allow-spawn');
    const { command, called } = await hanging();
    say(INITIALIZE);
    say(calling(2, 'run_probe', { manifest: manifestOf(CALLS), command }));
    const pid = await called();
    if (how.startsWith('SIG')) child.kill(how as NodeJS.Signals);
    else child.stdin?.end();
    expect(await exit).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(out.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
    expect(JSON.parse(out[1] ?? '').result).toMatchObject({ isError: true });
    expect(err).toEqual([]);
  });

  test('is gone at the second signal, and so is the server', async () => {
    const { child, exit, say } = await started('--allow-spawn');
    const { command, called } = await hanging();
    say(INITIALIZE);
    say(calling(2, 'run_probe', { manifest: manifestOf(CALLS), command }));
    const pid = await called();
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect([0, 130, 143]).toContain(await exit);
    await vi.waitUntil(() => !isAlive(pid), PATIENTLY);
  });

  test('listens where it says, and ends when it is asked to', async () => {
    const { child, exit, err, out } = await started('--allow-spawn', '--listen', '127.0.0.1:0');
    const url = await vi.waitFor(() => {
      const found = /^toolscore listens on (http:\/\/127\.0\.0\.1:\d+\/mcp)$/.exec(err[0] ?? '')?.[1];
      if (found === undefined) throw new Error(`it said: ${err.join('\n')}`);
      return found;
    }, PATIENTLY);
    const client = await httpClient({ url });
    const server = await serverUnderTest();
    const seen = await call(client, 'run_probe', { manifest: manifestOf(CALLS), command: server('fine') });
    expect(seen.text).toBe('The case passed.');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(out).toEqual([]);
  });

  test('is what its own entry for clients starts, and keeps the rules it was given', async () => {
    const rule = ['--rule', 'discovery-limit-exceeded=warning'];
    const { out } = await toolscore(['serve', '--print-config', '--allow-spawn', ...rule]);
    const { command, args } = JSON.parse(out).mcpServers.toolscore;
    const client = new Client({ name: 'test', version: '1' });
    const env = { PATH: process.env['PATH'] ?? '', TOOLSCORE_HOME: join(await scratch(), 'home') };
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'pipe' }));
    onTestFinished(() => client.close());
    const tiny = {
      id: 'tiny',
      probe: 'discovery-cost',
      access: 'read_only',
      max_tools: 1,
      max_schema_bytes: 1,
    };
    const server = await serverUnderTest();
    const seen = await call(client, 'run_probe', { manifest: manifestOf(tiny), command: server('fine') });
    expect(seen.structured?.['cases']).toMatchObject([{ passed: true, warnings: ['discovery-limit-exceeded'] }]);
  });
});
