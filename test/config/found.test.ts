import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findServers } from '../../core/config/found.js';
import { usualPlaces } from '../../core/config/usual-places.js';
import { contextFor, project } from '../load/folder.js';

afterEach(() => vi.unstubAllEnvs());

/** What is found in a folder `here` of a home. */
async function found(files: Readonly<Record<string, string | object>>, prepare: (home: string) => void = () => {}) {
  const home = await project({ 'here/.keep': '', ...files });
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  vi.stubEnv('COPILOT_HOME', '');
  prepare(home);
  const cwd = join(home, 'here');
  return findServers(cwd, contextFor(cwd).modules);
}

const SERVERS = { mcpServers: { notes: { command: 'node', args: ['server.mjs'] } } };

describe('the usual places', () => {
  it('depend on the system', () => {
    expect(usualPlaces({}, '/home/u', 'linux')).toContain('/home/u/.config/Claude/claude_desktop_config.json');
    expect(usualPlaces({ XDG_CONFIG_HOME: '/cfg' }, '/home/u', 'linux')).toContain('/cfg/Code/User/mcp.json');
    expect(usualPlaces({}, '/Users/u', 'darwin')).toContain('/Users/u/Library/Application Support/Code/User/mcp.json');
    expect(usualPlaces({ APPDATA: '/appdata' }, '/u', 'win32')).toContain('/appdata/Claude/claude_desktop_config.json');
  });
});

describe('finding servers', () => {
  it('lists the folder first, then the user, each file once', async () => {
    const files = await found(
      {
        'here/.mcp.json': SERVERS,
        'here/.vscode/mcp.json': { servers: { a: { url: 'https://example.com/mcp' } } },
        '.cursor/mcp.json': SERVERS,
        '.codeium/windsurf/mcp_config.json': SERVERS,
      },
      (home) => {
        mkdirSync(join(home, 'here/.cursor'));
        symlinkSync(join(home, '.cursor/mcp.json'), join(home, 'here/.cursor/mcp.json'));
      },
    );
    expect(files.map(({ shown }) => shown)).toEqual([
      '.mcp.json',
      '.vscode/mcp.json',
      '.cursor/mcp.json',
      '~/.codeium/windsurf/mcp_config.json',
    ]);
  });

  it('leaves out files of the user that name no server, but not a file of the folder', async () => {
    expect(await found({ '.claude.json': { numStartups: 3 }, '.cursor/mcp.json': { mcpServers: {} } })).toEqual([]);
    const [file] = await found({ 'here/.mcp.json': { mcpServers: {} } });
    expect(file?.problems).toEqual(['.mcp.json:1:15  mcpServers is empty: there is no server to choose.']);
  });

  it('tells what is wrong with a file or an entry, and shows the others', async () => {
    const files = await found({
      'here/.mcp.json': { mcpServers: { bad: { command: 5 }, good: { command: 'node' } } },
      '.cursor/mcp.json': '{ "mcpServers": ',
    });
    expect(files[0]?.servers.map(({ name, problems }) => [name, problems.length])).toEqual([
      ['bad', 1],
      ['good', 0],
    ]);
    expect(files[1]).toMatchObject({ servers: [], problems: [expect.stringMatching(/^~\/\.cursor\/mcp\.json:1:17 /)] });
  });

  it.skipIf(process.getuid?.() === 0)('tells when a file may not be read', async () => {
    const [file] = await found({ '.cursor/mcp.json': SERVERS }, (home) => chmodSync(join(home, '.cursor/mcp.json'), 0));
    expect(file?.problems[0]).toMatch(/permission denied/);
  });

  it('reads no variable and no file of variables, and shows no secret', async () => {
    vi.stubEnv('TOOLSCORE_TEST_ANY', 'filled in');
    const [file] = await found({
      'here/.mcp.json': {
        mcpServers: {
          a: {
            command: 'node',
            args: ['${TOOLSCORE_TEST_ANY}', '${input:x}', '--token', 'hunter2222', 'Authorization: Bearer open-sesame'],
            envFile: 'missing.env',
            env: { API_KEY: 'k-e-y-1' },
          },
          b: { url: '${TOOLSCORE_TEST_ANY}/mcp', headers: { 'X-Key': 'value-of-header' } },
          c: { url: 'https://me:pass-word@example.com/mcp?api_key=in-the-address' },
        },
      },
    });
    expect(file?.servers.flatMap(({ problems }) => problems)).toEqual([]);
    const shown = JSON.stringify(file);
    expect(shown).not.toMatch(/hunter2222|open-sesame|k-e-y-1|value-of-header|pass-word|in-the-address|filled in/);
    expect(file?.servers[0]?.target).toMatchObject({
      command: ['node', '${TOOLSCORE_TEST_ANY}', '${input:x}', '--token', '[redacted]', 'Authorization: [redacted]'],
    });
  });
});
