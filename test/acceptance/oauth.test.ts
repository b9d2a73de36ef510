/** Servers that want a token, through the built command line: who signs in, how it ends when nobody can, and what nobody sees. */

import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Protected, protect } from '../session/http/oauth-server.js';
import { CLI, type Ran, scratch, toolscore } from './cli.js';

const SECRET = 'hush-5f0c1e-secret';
const ROBOT = ['--oauth-client-id', 'robot', '--oauth-client-secret-env', 'MY_SECRET'];

/** Runs the command line; `present` is called with the address that it says somebody should open. */
async function withPerson(
  args: readonly string[],
  cwd: string,
  present: (address: URL, stop: () => void) => unknown,
): Promise<Ran> {
  const env = { PATH: process.env['PATH'], HOME: tmpdir(), TOOLSCORE_HOME: join(cwd, 'home'), LANG: 'C.UTF-8' };
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  let asked = 0;
  child.stdout.on('data', (part: Buffer) => (said.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => {
    said.err += part.toString();
    const addresses = [...said.err.matchAll(/^ {2}(http:\/\/\S+)\n/gm)];
    for (const [, address = ''] of addresses.slice(asked)) present(new URL(address), () => child.kill('SIGINT'));
    asked = addresses.length;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...said };
}

/** Every text that a run left: what it printed and the files in its folder. */
async function textsOf({ out, err }: Ran, folder: string): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return [out, err, ...(await Promise.all(files.map((file) => readFile(file, 'latin1'))))];
}

function expectNoSecret(texts: readonly string[], { secrets }: Protected): void {
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of [SECRET, ...secrets])
    for (const form of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')])
      for (const text of texts) expect(text).not.toContain(form);
}

it('a person signs in, and more than once where that is needed; no report, badge, repro or diagnostic holds a secret', async () => {
  const server = await protect({ needs: (method) => (method === 'tools/call' ? 'call' : 'list'), expiresIn: 3600 });
  const folder = await scratch();
  const reports = ['json', 'md', 'badge'].map((format) => ({ format, path: `report.${format}` }));
  await writeFile(join(folder, 'toolscore.config.json'), JSON.stringify({ reports }));
  const options = ['--oauth', '--probes', '--allow-writes', '--repro', 'repro', '--verbose'];
  const ran = await withPerson(['mcp', 'test', '--url', server.url, ...options], folder, (address) => {
    void server.visit(address);
  });
  expect([ran.code, server.of('/authorize').length]).toEqual([0, 2]);
  expect(ran.err).toMatch(
    /^The server wants somebody to sign in\. Open this address; the run goes on when that is done:$/m,
  );
  expect(await readdir(folder)).toEqual(expect.arrayContaining(reports.map(({ path }) => path)));
  const texts = await textsOf(ran, folder);
  expectNoSecret(texts, server);
  // It repeats them wherever it can.
  expect(texts.join('')).toContain('[redacted]');
});

it('a client signs itself in for a manifest run; no document, journal or diagnostic holds a secret', async () => {
  const server = await protect({ clients: { robot: SECRET } });
  const folder = await scratch();
  const probes = [
    { id: 'again', probe: 'degradation-over-n', access: 'read_only', tool: 'poke', arguments: {}, max_attempts: 2 },
  ];
  await writeFile(join(folder, 'toolscore.manifest.json'), JSON.stringify({ version: 1, probes }));
  const env = { MY_SECRET: SECRET, TOOLSCORE_HOME: join(folder, 'home') };
  for (const format of ['json', 'sarif']) {
    const args = ['probe', '--server', 'web', '--url', server.url, ...ROBOT, '--format', format];
    const ran = await toolscore(args, { cwd: folder, env });
    expect(ran.err).toBe('');
    expect([0, 1]).toContain(ran.code);
    expectNoSecret(await textsOf(ran, folder), server);
  }
  expect(server.letIn).toContain('tools/call');
});

it('a wrong secret ends either command with one line and its exit code', async () => {
  const server = await protect({ clients: { robot: 'another' } });
  const env = { MY_SECRET: SECRET };
  const list = await toolscore(['mcp', 'list', '--url', server.url, ...ROBOT], { env });
  expect([list.code, list.out, list.err.split('\n').length]).toEqual([1, '', 2]);
  expect(list.err).toContain('its authorization server gives this client no token (invalid_client): refused: ');
  expect(list.err).not.toContain(SECRET);
  const score = await toolscore(['score', '--server', 'web', '--url', server.url, ...ROBOT], { env });
  expect([score.code, score.out, score.err]).toEqual([
    3,
    '',
    'The endpoint wants authorization, and there is no token for it: its authorization server gives this client no token (invalid_client). See what it says with: toolscore mcp list --url ADDRESS\n',
  ]);
});

it('a sign-in that is waited for ends with the program', async () => {
  const server = await protect();
  const ran = await withPerson(['mcp', 'list', '--url', server.url, '--oauth'], await scratch(), (_, stop) => stop());
  expect([ran.code, ran.out]).toEqual([130, '']);
});
