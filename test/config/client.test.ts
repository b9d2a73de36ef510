import { join } from 'node:path';
import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { chooseServer } from '../../core/config/client.js';
import { findClientConfig, findConfig } from '../../core/config/discover.js';
import { expand } from '../../core/config/expand.js';
import { resolveServer } from '../../core/config/server.js';
import { readConfigFile } from '../../core/config/sniff.js';
import type { ServerSetting } from '../../core/config/types.js';
import type { UsageError } from '../../core/errors.js';
import { contextFor, project } from '../load/folder.js';

const MEMORY = { command: 'npx', args: ['-y', 'server-memory'] };
const choose = async (files: Readonly<Record<string, string | object>>, path: string, name?: string, env = {}) => {
  const cwd = await project(files);
  const read = await readConfigFile(path, contextFor(cwd));
  if (read.kind !== 'client') throw new Error('no client config file');
  return { cwd, choice: chooseServer(read.source, name, { env, cwd }) };
};

describe('what a file is', () => {
  it.each([
    ['client', 'servers.json', { mcpServers: { memory: MEMORY } }],
    ['client', 'servers.json', { servers: { memory: MEMORY } }],
    ['client', 'toolscore.config.json', { mcpServers: { memory: MEMORY } }],
    ['client', '.mcp.json', {}],
    ['client', '.vscode/mcp.json', { inputs: [] }],
    ['toolscore', 'my.json', { rules: {} }],
    ['toolscore', 'my.json', { server: 'node server.js' }],
    ['toolscore', 'my.yaml', 'rules: {}'],
    ['toolscore', 'my.mjs', 'export default { timeout: 5 };'],
  ])('%s: %s', async (kind, name, content) => {
    const cwd = await project({ [name]: content });
    expect(await readConfigFile(name, contextFor(cwd))).toMatchObject({ kind, shown: name, file: `${cwd}/${name}` });
  });

  it('is an error when it cannot be read, with the cause', async () => {
    const cwd = await project({ 'bad.json': '{ "mcpServers": ', 'folder/x.txt': '' });
    const problemsOf = (path: string) =>
      readConfigFile(path, contextFor(cwd)).catch((error: UsageError) => error.problems);
    expect(await problemsOf('gone.json')).toEqual(['gone.json  does not exist.']);
    expect(await problemsOf('folder')).toEqual(['folder  is a folder, not a file.']);
    expect(await problemsOf('bad.json')).toEqual(['bad.json:1:17  not JSON: Unexpected end of input found.']);
  });
});

describe('a client config file', () => {
  it("gives the only server, read-only because it is somebody's", async () => {
    const { cwd, choice } = await choose(
      {
        '.mcp.json': {
          mcpServers: { memory: { ...MEMORY, env: { FILE: 'a.json' }, type: 'stdio', alwaysAllow: ['x'] } },
        },
      },
      '.mcp.json',
    );
    expect(choice).toEqual({
      target: { kind: 'stdio', command: ['npx', '-y', 'server-memory'], env: { FILE: 'a.json' }, cwd },
      fromClientConfig: true,
      name: 'memory',
      file: '.mcp.json',
      declaredIn: { source: join(cwd, '.mcp.json'), line: 1, column: 16 },
      notes: [],
    });
  });

  it('gives the server that is named', async () => {
    const files = { '.mcp.json': { mcpServers: { memory: MEMORY, __proto__x: MEMORY, files: { command: 'node' } } } };
    expect((await choose(files, '.mcp.json', 'files')).choice.target).toMatchObject({ command: ['node'] });
  });

  it('does not take a member of all objects for a server', async () => {
    await expect(
      choose({ '.mcp.json': { mcpServers: { memory: MEMORY } } }, '.mcp.json', 'constructor'),
    ).rejects.toThrow('no server is called "constructor". There are: memory.');
    const { choice } = await choose(
      { '.mcp.json': '{ "mcpServers": { "__proto__": { "command": "node" } } }' },
      '.mcp.json',
      '__proto__',
    );
    expect(choice.target).toMatchObject({ command: ['node'] });
  });

  it('starts servers in the project, not in the folder of the editor', async () => {
    const entry = { command: '${workspaceFolder}/bin/server', cwd: 'data' };
    const { cwd, choice } = await choose({ '.vscode/mcp.json': { servers: { x: entry } } }, '.vscode/mcp.json');
    expect(choice.target).toMatchObject({ command: [`${cwd}/bin/server`], cwd: `${cwd}/data` });
    const cursor = await choose({ '.cursor/mcp.json': { mcpServers: { x: { command: 'node' } } } }, '.cursor/mcp.json');
    expect(cursor.choice.target).toMatchObject({ cwd: cursor.cwd });
  });

  it('reads the environment file of an editor below the environment itself', async () => {
    const entry = { command: 'node', envFile: '${workspaceFolder}/.env', env: { B: 'entry' } };
    const { choice } = await choose(
      { '.mcp.json': { mcpServers: { x: entry } }, '.env': 'A=file\nB=file # comment\n' },
      '.mcp.json',
    );
    expect(choice.target).toMatchObject({ env: { A: 'file', B: 'entry' } });
  });

  it('gives an HTTP target for a url', async () => {
    const entry = { type: 'http', url: 'https://${HOST}/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } };
    const { choice } = await choose({ '.mcp.json': { mcpServers: { x: entry } } }, '.mcp.json', undefined, {
      HOST: 'example.com',
      TOKEN: 't',
    });
    expect(choice.target).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer t' },
    });
  });

  it('never shows what a secret holds', async () => {
    const entry = { command: 'node', env: { TOKEN: ['s3cret'], OTHER: '${UNSET}s3cret' } };
    const error = await choose({ '.mcp.json': { mcpServers: { x: entry } } }, '.mcp.json').catch(
      (thrown: UsageError) => thrown,
    );
    expect((error as UsageError).problems).toHaveLength(2);
    expect((error as UsageError).message).not.toContain('s3cret');
  });
});

describe('variables', () => {
  const surroundings = { env: { SET: 'value', EMPTY: '', NESTED: '${SET}' }, workspace: '/home/me/project' };

  it.each([
    ['${SET}-${env:SET}', 'value-value'],
    ['${UNSET:-fallback} ${SET:-fallback} ${EMPTY:-fallback} ${env:UNSET:-}', 'fallback value fallback '],
    ['${EMPTY}', ''],
    ['${NESTED}', '${SET}'],
    ['$SET {SET} ${', '$SET {SET} ${'],
    ['${workspaceFolder}|${workspaceFolderBasename}', '/home/me/project|project'],
    ['${userHome}', homedir()],
  ])('%s', (text, expected) => expect(expand(text, surroundings)).toEqual({ text: expected, problems: [] }));

  it.each(['${UNSET}', '${env:UNSET}', '${input:token}', '${command:pick}', '${}', '${constructor:x}'])(
    '%s cannot be filled in',
    (text) => {
      expect(expand(text, surroundings)).toEqual({
        text,
        problems: [{ about: expect.any(String) as string, message: expect.stringContaining(text) as string }],
      });
    },
  );

  it('are not looked up among the members of all objects', () => {
    expect(
      expand('${toString}', { ...surroundings, env: Object.create(null) as Record<string, string> }).problems,
    ).toHaveLength(1);
    expect(expand('${toString}', surroundings).problems[0]?.message).toContain('toString is not set');
  });
});

describe('the server of a config', () => {
  const resolve = async (value: ServerSetting['value'], files = {}, name?: string) => {
    const cwd = await project(files);
    const setting = { value, folder: `${cwd}/sub`, origin: { source: 'toolscore.config.yaml', line: 2, column: 1 } };
    return { cwd, choice: await resolveServer(setting, { ...contextFor(cwd), env: { SET: 'value' } }, name) };
  };

  it.each([
    ['a text, split as a shell does', "node 'my server.js' --flag", ['node', 'my server.js', '--flag']],
    ['a list, word for word', ['node', "it's one word"], ['node', "it's one word"]],
    [
      'an object with args',
      { command: 'node server.js', args: ['a b', '${SET}'] },
      ['node', 'server.js', 'a b', 'value'],
    ],
  ])('can be %s', async (_, value, command) => {
    const { cwd, choice } = await resolve(value as ServerSetting['value']);
    expect(choice).toMatchObject({ target: { kind: 'stdio', command, cwd: `${cwd}/sub` }, fromClientConfig: false });
  });

  it('has its paths from the folder of the config', async () => {
    const { cwd, choice } = await resolve({ command: 'node', cwd: '../app', env: { A: '${SET}' } });
    expect(choice.target).toMatchObject({ cwd: `${cwd}/app`, env: { A: 'value' } });
  });

  it('can be a URL', async () => {
    const { choice } = await resolve({ url: 'https://example.com/mcp', headers: { A: '${SET}' } });
    expect(choice.target).toEqual({ kind: 'http', url: 'https://example.com/mcp', headers: { A: 'value' } });
  });

  it('can be one of a client config file, and is read-only then', async () => {
    const files = { '.mcp.json': { mcpServers: { a: { command: 'a' }, b: { command: 'b' } } } };
    const value = { clientConfig: '../.mcp.json', server: 'b' };
    expect((await resolve(value, files)).choice).toMatchObject({ target: { command: ['b'] }, fromClientConfig: true });
    expect((await resolve(value, files, 'a')).choice).toMatchObject({ target: { command: ['a'] }, name: 'a' });
    await expect(resolve({ clientConfig: '../.mcp.json' }, files)).rejects.toThrow(
      'has 2 servers: a, b. Choose one with --server NAME.',
    );
  });

  it('is an error with its place when it cannot be used', async () => {
    await expect(resolve('node "server.js')).rejects.toThrow(
      'toolscore.config.yaml:2:1  the command "node \\"server.js" has a quote that does not end.',
    );
    await expect(resolve('  ')).rejects.toThrow('toolscore.config.yaml:2:1  the command is blank.');
    await expect(resolve({ command: ['node', '${UNSET}'], env: { A: '${ALSO}' } })).rejects.toThrow(
      /UNSET is not set[^]*ALSO is not set/,
    );
  });
});

describe('discovery', () => {
  it('finds client config files in their order, and nothing where there is nothing', async () => {
    const cwd = await project({ '.cursor/mcp.json': {}, '.vscode/mcp.json': {}, 'claude_desktop_config.json': {} });
    expect(findClientConfig(cwd)).toBe(`${cwd}/.vscode/mcp.json`);
    expect(findClientConfig(`${cwd}/.cursor`)).toBeUndefined();
    expect(findConfig(cwd)).toBeUndefined();
  });
});
