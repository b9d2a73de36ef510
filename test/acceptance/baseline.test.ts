/** A baseline from the command line: written by one run, and held against the next ones. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const CALLS = ['--cases', '1', '--no-edge-cases'];
const PROBED = [...CALLS, '--probes'];
const STRICT = ['--ci', '--strict-baseline'];
const server = (...bug: readonly string[]): readonly string[] => ['--', 'node', SAMPLE_SERVER, ...bug];

interface Document {
  readonly findings: readonly { readonly id: string; readonly rule: string; readonly state?: string }[];
  readonly baseline?: {
    readonly known: readonly string[];
    readonly new: readonly string[];
    readonly fixed: readonly { readonly rule: string }[];
    readonly not_looked_at: readonly { readonly rule: string; readonly reason: string }[];
  };
}

const read = async (cwd: string, name: string): Promise<Document> =>
  JSON.parse(await readFile(join(cwd, name), 'utf8')) as Document;

describe('a baseline', () => {
  test('lets through what it knows, and not what is left over', async () => {
    const cwd = await scratch();
    const run = (...args: readonly string[]) => toolscore(['mcp', 'test', ...args], { cwd });

    const buggy = server('--bug', 'limit-ignored');

    // Written, then compared with itself: nothing is new, although the server has errors.
    expect((await run(...PROBED, '--report', 'json=base.json', ...buggy)).code).toBe(0);
    const same = await run(...PROBED, ...STRICT, '--baseline', 'base.json', '--report', 'json=same.json', ...buggy);
    expect(same.err).not.toContain('Failed');
    expect(same.code).toBe(0);
    expect(same.out).toMatch(/\d+ known findings are in the baseline base\.json \(not shown\); nothing is new\./);
    expect(await read(cwd, 'same.json')).toMatchObject({ baseline: { new: [], fixed: [], not_looked_at: [] } });

    // The bug is fixed; strict, the baseline has to be written again.
    const better = await run(...PROBED, ...STRICT, '--baseline', 'base.json', ...server());
    expect(better.code).toBe(1);
    expect(better.out).toContain('Fixed since the baseline');
    expect(better.out).toContain('(probe-bound-exceeded)');
    expect(better.err).toContain(
      'Failed: 1 entry of the baseline does not occur any more. Write it again: the same command with --report json=base.json.',
    );

    // Without probes nobody looked, so it is neither fixed nor left over.
    const less = await run(...CALLS, ...STRICT, '--baseline', 'base.json', '--report', 'json=less.json', ...server());
    expect(less.code).toBe(0);
    const left = (await read(cwd, 'less.json')).baseline?.not_looked_at ?? [];
    expect(left.map(({ rule }) => rule)).toContain('probe-bound-exceeded');
    expect(new Set(left.map(({ reason }) => reason))).toEqual(
      new Set(['nothing in this run looked for it; --probes does']),
    );
  });

  test('does not let an error through that it does not know', async () => {
    const cwd = await scratch();
    const run = (...args: readonly string[]) => toolscore(['mcp', 'test', ...CALLS, ...args, ...server()], { cwd });
    await run('--rule', 'property-untyped=off', '--report', 'json=base.json');
    const { code, err } = await run(...STRICT, '--baseline', 'base.json', '--report', 'json=now.json');
    expect(code).toBe(1);
    expect(err).toContain('Failed: 1 new blocking finding of severity error.\n');
    const { findings } = await read(cwd, 'now.json');
    expect(findings.filter(({ state }) => state === 'new').map(({ rule }) => rule)).toEqual(['property-untyped']);
  });

  test('holds mcp lint to what is new, and diff says what moved', async () => {
    const cwd = await scratch();
    const lint = (...args: readonly string[]) => toolscore(['mcp', 'lint', ...args, ...server()], { cwd });
    expect((await lint('--report', 'json=base.json')).code).toBe(1);
    const known = await lint('--baseline', 'base.json');
    expect(known.code).toBe(0);
    expect(known.out).toContain('nothing new to fix');
    const moved = await toolscore(['diff', 'base.json', 'base.json'], { cwd });
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toMatch(/^grade .* unchanged\n[^]*0 new, 0 gone, \d+ unchanged\n$/);
  });

  test('that cannot be used ends the run before the server is started', async () => {
    const { code, err, out } = await toolscore(['mcp', 'test', '--baseline', 'gone.json', '--', 'no-such-program'], {});
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe('gone.json  does not exist. Write it with the same command and:  --report json=gone.json\n');
  });
});
