/** What would be noticed too late is asked before a run, and what a run could not do is said. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const ODD = resolve('fixtures/servers/odd.mjs');
const JOURNAL = resolve('fixtures/servers/journal.mjs');
const SAMPLE = ['--', process.execPath, SAMPLE_SERVER];

describe('an output that cannot be written', () => {
  it.each<[string, string[], RegExp]>([
    ['a folder', ['--report', 'json', '-o', 'folder'], /"folder" {2}is a folder/],
    [
      'a file as a folder',
      ['--report', 'json', '-o', 'file/r.json'],
      /"file\/r\.json" {2}cannot be made: .*file is not a folder/,
    ],
    ['no name', ['--report', 'json', '-o', ''], /"" {2}is no file name/],
    ['a badge', ['--badge', 'folder'], /"folder" {2}is a folder/],
  ])('%s: exit 2 before the server is started', async (_what, options, why) => {
    const folder = await scratch();
    await mkdir(join(folder, 'folder'));
    await writeFile(join(folder, 'file'), '');
    const { code, out, err } = await toolscore(['mcp', 'test', ...options, ...SAMPLE], { cwd: folder });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(why);
  });
});

describe('a report on standard output', () => {
  it('stands there alone', async () => {
    const { out, code } = await toolscore(['mcp', 'test', '--report', 'json', '-o', '-', ...SAMPLE]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ grade: 'B' });
  });
});

describe('which server and which config', () => {
  const client = JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [SAMPLE_SERVER] } } });

  it('--server without a client config file is an error, not ignored', async () => {
    const folder = await scratch();
    await writeFile(join(folder, '.mcp.json'), client);
    const words = await toolscore(['mcp', 'test', '--server', 'notes', ...SAMPLE], { cwd: folder });
    expect([words.code, words.err]).toEqual([
      2,
      expect.stringMatching(/--server notes chooses from a client config file/),
    ]);
    await writeFile(join(folder, 'toolscore.config.yaml'), `server: node server.js\n`);
    expect((await toolscore(['--server', 'notes'], { cwd: folder })).code).toBe(2);
  });

  it('a server over HTTP that is not there says so in plain words', async () => {
    const folder = await scratch();
    await writeFile(
      join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { web: { url: 'http://127.0.0.1:1/mcp' } } }),
    );
    const { code, err } = await toolscore(['mcp', 'test', '--config', '.mcp.json'], { cwd: folder });
    expect([code, err]).toEqual([1, expect.stringMatching(/No session with 127\.0\.0\.1:1: .*connection refused/)]);
  });

  it('a config that was found is named', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'toolscore.config.yaml'), 'rules: { property-untyped: "off" }\n');
    const { err } = await toolscore(['mcp', 'lint', ...SAMPLE], { cwd: folder });
    expect(err).toBe('Read toolscore.config.yaml as a toolscore config.\n');
  });
});

describe('a run that tried nothing', () => {
  it('has no grade and passes no gate', async () => {
    const folder = await scratch();
    const only = ['--', process.execPath, JOURNAL, join(folder, 'calls.txt'), 'clear_all'];
    const { code, out, err } = await toolscore(['mcp', 'test', '--fail-under', 'F', ...only], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toMatch(/no tool was tried/);
    expect(out).not.toMatch(/100 %.*0\/0/);
    expect(err).toMatch(/grade none is below F/);
  });
});

describe('a server that ends in the middle', () => {
  it('is one notice with its last words, above the tools it took along', async () => {
    const { out } = await toolscore(['mcp', 'test', '--timeout', '3', '--', process.execPath, ODD, 'half-then-exit']);
    expect(out).toMatch(/The server ended during a call of \w+: the server exited with code 5/);
    expect(out).toMatch(/happy-case-unanswered/);
  });
});

describe('--ci', () => {
  it('does not pass while a plugin failed', async () => {
    const folder = await scratch();
    const probe = `export default { name: 'house', effects: 'read', emits: { 'house.fact': {} }, apply({ hooks }) {
      hooks.observe.for('tool').tap('house', () => { throw new Error('boom'); }); } };`;
    await writeFile(join(folder, 'house.mjs'), probe);
    const rules = ['happy-case-failing', 'property-untyped'].flatMap((id) => ['--rule', `${id}=warning`]);
    const green = await toolscore(['mcp', 'test', '--ci', ...rules, ...SAMPLE], { cwd: folder });
    expect(green.code).toBe(0);
    const red = await toolscore(['mcp', 'test', '--ci', ...rules, '--plugin', './house.mjs', ...SAMPLE], {
      cwd: folder,
    });
    expect([red.code, red.err]).toEqual([1, expect.stringMatching(/1 plugin failure, so not everything was judged/)]);
  });
});
