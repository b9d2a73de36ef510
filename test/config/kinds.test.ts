/** Client config files as the clients write them, one of each kind, and what is made of each. */

import { cpSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseServer, chooseServers } from '../../core/config/client.js';
import { readConfigFile } from '../../core/config/sniff.js';
import { UsageError } from '../../core/errors.js';
import { contextFor, project } from '../load/folder.js';

const FIXTURES = resolve('fixtures/client-configs');
const ENV = { TOOLSCORE_TEST_DATA: 'data', TOOLSCORE_TEST_KEY: 'k', TOOLSCORE_TEST_REGION: 'eu' };

/** Reads one file of a copy of the fixtures. */
async function read(kind: string, file: string) {
  const cwd = await project({});
  cpSync(resolve(FIXTURES, kind), cwd, { recursive: true });
  const found = await readConfigFile(file, contextFor(cwd));
  if (found.kind !== 'client') throw new Error('no client config file');
  return { cwd, source: found.source };
}

async function choose(kind: string, file: string, name: string, env: Record<string, string> = ENV) {
  const { cwd, source } = await read(kind, file);
  return { cwd, choice: chooseServer(source, name, { env, cwd }) };
}

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

describe('client config files', () => {
  it('.mcp.json', async () => {
    const { cwd, choice } = await choose('claude-code', '.mcp.json', 'notes');
    expect(choice.target).toEqual({
      kind: 'stdio',
      command: ['node', 'server.mjs', '--data', 'data'],
      cwd,
      env: { LOG_LEVEL: 'debug' },
    });
    expect((await choose('claude-code', '.mcp.json', 'remote')).choice.target).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer k' },
    });
  });

  it('claude_desktop_config.json', async () => {
    const { choice } = await choose('claude-desktop', 'claude_desktop_config.json', 'files');
    expect(choice).toMatchObject({ target: { command: ['npx', '-y', expect.any(String), '/srv/data'] }, notes: [] });
  });

  it('.vscode/mcp.json: inputs come from the environment, the file of variables lies below env', async () => {
    const env = { ...ENV, TOOLSCORE_INPUT_NOTES_KEY: 'sesame' };
    const { cwd, choice } = await choose('vscode', '.vscode/mcp.json', 'notes', env);
    expect(choice.target).toEqual({
      kind: 'stdio',
      command: ['node', `${cwd}/server.mjs`, '--home', homedir()],
      cwd,
      env: { NOTES_FILE: 'notes.json', REGION: 'eu', NOTES_KEY: 'sesame' },
    });
    expect(choice.notes).toEqual(['sandboxEnabled of "notes" is ignored: the server runs without a sandbox here.']);
    const events = await choose('vscode', '.vscode/mcp.json', 'events');
    expect(events.choice.notes?.[0]).toMatch(/type sse.*Streamable HTTP/);
  });

  it('.vscode/mcp.json: an input without a value is named, with how to give it one', async () => {
    const { cwd, source } = await read('vscode', '.vscode/mcp.json');
    const [problem = '', ...more] = problemsOf(() => chooseServer(source, 'notes', { env: ENV, cwd }));
    expect(more).toEqual([]);
    expect(problem).toMatch(/^\.vscode\/mcp\.json:12:29 {2}/);
    expect(problem).toMatch(
      /\$\{input:notes-key\}.*"Key of the notes service".*no value here.*TOOLSCORE_INPUT_NOTES_KEY=/,
    );
  });

  it('.cursor/mcp.json', async () => {
    const { cwd, choice } = await choose('cursor', '.cursor/mcp.json', 'notes');
    expect(choice.target).toMatchObject({ command: ['node', `${cwd}/server.mjs`, cwd.split('/').at(-1)], cwd });
    const { notes } = (await choose('cursor', '.cursor/mcp.json', 'remote')).choice;
    expect(notes?.[0]).toMatch(/^auth of "remote" is ignored: .*--header-env/);
  });

  it('mcp_config.json, whose address is called serverUrl', async () => {
    const { cwd, source } = await read('windsurf', 'mcp_config.json');
    expect(chooseServer(source, undefined, { env: ENV, cwd })).toMatchObject({
      name: 'remote',
      target: { kind: 'http', url: 'https://example.com/mcp', headers: { 'X-Api-Key': 'k' } },
      notes: ['Skipped "old", which is disabled in mcp_config.json.'],
    });
    expect(chooseServer(source, 'old', { env: ENV, cwd }).notes?.[0]).toMatch(/"old" is disabled .*named/);
    const all = chooseServers(source, { env: ENV, cwd });
    expect(all.choices.map(({ name }) => name)).toEqual(['remote']);
    expect(all.notes).toHaveLength(1);
  });

  it('the file of a user: servers of the folder lie over those of all folders, and start in the folder', async () => {
    const cwd = await project({
      '.claude.json': {
        mcpServers: { a: { command: 'everywhere' }, b: { command: 'b' } },
        projects: {
          '/': { mcpServers: { c: { command: 'c' } } },
          '/elsewhere': { mcpServers: { d: { command: 'd' } } },
          '/projects': { mcpServers: { a: { command: 'here' } } },
          '/projects/empty': { mcpServers: {} },
        },
      },
    });
    const found = await readConfigFile('.claude.json', contextFor(cwd));
    if (found.kind !== 'client') throw new Error('no client config file');
    const commands = (folder: string) =>
      chooseServers(found.source, { env: {}, cwd: folder }).choices.map(
        ({ target }) => 'command' in target && target.command[0],
      );
    expect(commands('/projects/empty/x')).toEqual(['here', 'b']);
    expect(commands('/projectsshop')).toEqual(['everywhere', 'b', 'c']);
  });

  it('tell each undefined variable once, whatever the number of servers that use it', async () => {
    const entry = { command: '${TOOLSCORE_TEST_NONE}', args: ['${TOOLSCORE_TEST_NONE}', '${TOOLSCORE_TEST_MORE}'] };
    const cwd = await project({ '.mcp.json': { mcpServers: { a: entry, b: entry } } });
    const found = await readConfigFile('.mcp.json', contextFor(cwd));
    if (found.kind !== 'client') throw new Error('no client config file');
    const problems = problemsOf(() => chooseServers(found.source, { env: {}, cwd }));
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/TOOLSCORE_TEST_NONE is not set/);
    expect(problems[1]).toMatch(/TOOLSCORE_TEST_MORE is not set/);
  });

  it('are not read when they are huge', async () => {
    const cwd = await project({ '.mcp.json': `{ "mcpServers": {} }${' '.repeat(16 * 1024 * 1024)}` });
    await expect(readConfigFile('.mcp.json', contextFor(cwd))).rejects.toThrow(
      '.mcp.json  is larger than 16 MiB, so it is not read.',
    );
  });

  it.each([
    ['a folder', 'sub', 'is a folder, not a file.'],
    ['larger than a megabyte', 'large.env', 'is larger than 1 MiB, so it is not read.'],
  ])('say when a file of variables is %s', async (_, envFile, why) => {
    const cwd = await project({
      '.mcp.json': { mcpServers: { x: { command: 'node', envFile } } },
      'sub/a': '',
      'large.env': `A=${'x'.repeat(1024 * 1024)}`,
    });
    const found = await readConfigFile('.mcp.json', contextFor(cwd));
    if (found.kind !== 'client') throw new Error('no client config file');
    const [problem] = problemsOf(() => chooseServer(found.source, 'x', { env: {}, cwd }));
    expect(problem).toContain(`envFile "${envFile}" ${why}`);
  });
});
