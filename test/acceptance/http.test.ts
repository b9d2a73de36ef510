/** Servers over HTTP through the built command line: the same verdicts as over pipes, and a clear end for whatever goes wrong. */

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { plain, type Served } from '../session/http/server.js';
import { type JsonReport, scratch, toolscore } from './cli.js';
import { textOf } from './alike.js';
import { addressOf, freePort } from './http-server.js';

const EVERYWHERE = resolve('fixtures/servers/everywhere.mjs');
const EVERYTHING = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

async function reportOf(target: readonly string[], options: readonly string[] = []): Promise<JsonReport> {
  const folder = await scratch();
  const ran = await toolscore(['mcp', 'test', '--report', 'json', '-o', 'report.json', ...options, ...target], {
    cwd: folder,
  });
  if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.err}${ran.out}`);
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as JsonReport;
}

describe.each(['initialize', 'stateless'])('one server of the %s era', (era) => {
  it('gets the same report over pipes, and over HTTP in JSON and in events', async () => {
    const pipes = await reportOf(['--', process.execPath, EVERYWHERE, era], ['--probes', '--allow-writes']);
    expect(pipes.server.era).toBe(era);
    expect(pipes.results.filter(({ ok }) => ok).length).toBeGreaterThan(20);
    for (const style of ['json', 'events']) {
      const url = await addressOf([EVERYWHERE, era, style]);
      const report = await reportOf(['--url', url], ['--probes', '--allow-writes']);
      expect(textOf(report)).toBe(textOf(pipes));
    }
  });
});

it('server-everything gets the same scorecard in its own HTTP mode as over pipes', async () => {
  const port = await freePort();
  const url = await addressOf([EVERYTHING, 'streamableHttp'], { PORT: port });
  // Its long operation takes ten seconds unless it is asked for less.
  const quick = ['duration=0.1', 'steps=1'].flatMap((value) => ['--arg', `trigger-long-running-operation:${value}`]);
  const options = ['--timeout', '15', '--cases', '1', ...quick];
  const [pipes, http] = await Promise.all([
    reportOf(['--', process.execPath, EVERYTHING, 'stdio'], options),
    reportOf(['--url', url], options),
  ]);
  expect(http.server).toMatchObject({
    name: 'mcp-servers/everything',
    protocol_version: '2025-11-25',
    era: 'initialize',
  });
  expect(http.results.filter(({ ok }) => ok).length).toBeGreaterThan(20);
  // What it says of its own environment differs, as it should: it is another process.
  expect(textOf(http)).toBe(textOf(pipes));
}, 120_000);

describe('a secret in a header', () => {
  const SECRET = 'hush-5f0c1e-secret';

  /** Repeats the header it was sent wherever it can. */
  const echoing = (): Promise<Served> =>
    plain({
      on: ({ message, headers, res }) => {
        const sent = String(headers.authorization ?? headers['x-key']);
        if (message.method === 'initialize') {
          const serverInfo = { name: `plain ${sent}`, version: sent };
          const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo, instructions: sent };
          res
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
          return true;
        }
        if (message.method !== 'tools/call') return false;
        const error = { code: -32001, message: `bad credentials: ${sent}` };
        res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
        return true;
      },
    });

  it.each([
    ['--header', ['--header', `Authorization: Bearer ${SECRET}`]],
    ['--header-env', ['--header-env', 'X-Key=MY_KEY']],
  ])('given with %s reaches the server and no output', async (_, options) => {
    const server = await echoing();
    for (const format of ['json', 'md', undefined]) {
      const folder = await scratch();
      const report = format === undefined ? ['--verbose'] : ['--report', format, '-o', `report.${format}`, '--verbose'];
      const ran = await toolscore(['mcp', 'test', '--url', server.url, ...options, ...report], {
        cwd: folder,
        env: { MY_KEY: SECRET },
      });
      expect(ran.code).toBe(0);
      const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
      for (const text of [ran.out, ran.err, ...files]) expect(text).not.toContain(SECRET);
      expect(ran.out + files.join('')).toContain('[redacted]');
    }
    expect(server.of('tools/call').length).toBeGreaterThan(0);
    for (const { headers } of server.asked) expect(headers.authorization ?? headers['x-key']).toContain(SECRET);
  });

  it('of a client config file is filled in, sent and kept to oneself; a header of the command line goes over it', async () => {
    const server = await echoing();
    const folder = await scratch();
    const headers = { 'X-Key': '${MY_KEY}', 'X-Team': 'blue' };
    await writeFile(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { web: { url: server.url, headers } } }));
    const ran = await toolscore(['mcp', 'test', '--config', '.mcp.json', '--header', 'x-team: red'], {
      cwd: folder,
      env: { MY_KEY: SECRET },
    });
    expect(ran.code).toBe(0);
    expect(ran.out + ran.err).not.toContain(SECRET);
    for (const { headers: sent } of server.asked) expect(sent).toMatchObject({ 'x-key': SECRET, 'x-team': 'red' });
  });

  it('of the address is kept to oneself as well', async () => {
    const server = await plain({ on: ({ res }) => (res.writeHead(500).end(SECRET), true) });
    const address = server.url.replace('http://', `http://me:${SECRET}@`);
    const { code, out, err } = await toolscore(['mcp', 'test', '--url', `${address}?api_key=${SECRET}`]);
    expect([code, out]).toEqual([1, '']);
    expect(err).not.toContain(SECRET);
    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`);
  });

  it('for manifests comes from a variable, and is in no document, journal or diagnostic', async () => {
    const server = await echoing();
    const folder = await scratch();
    const probes = [
      { id: 'again', probe: 'degradation-over-n', access: 'read_only', tool: 'poke', arguments: {}, max_attempts: 2 },
    ];
    await writeFile(join(folder, 'toolscore.manifest.json'), JSON.stringify({ version: 1, probes }));
    const env = { TOOLSCORE_HTTP_AUTHORIZATION: `Bearer ${SECRET}`, TOOLSCORE_HOME: join(folder, 'home') };
    const ran = await toolscore(['probe', '--server', 'web', '--url', server.url, '--format', 'json'], {
      cwd: folder,
      env,
    });
    expect(JSON.parse(ran.out)).toMatchObject({ cases: [{ id: 'again', reason: 'unexpected-outcome' }] });
    const kept = await readdir(join(folder, 'home'), { recursive: true, withFileTypes: true });
    const files = kept
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
    for (const text of [ran.out, ran.err, ...(await Promise.all(files))]) expect(text).not.toContain(SECRET);
    for (const { headers } of server.asked) expect(headers.authorization).toBe(`Bearer ${SECRET}`);
  });
});

describe('a server that gives no session', () => {
  it.each([
    [
      401,
      'The server wants authorization',
      'answered with HTTP status 401: it wants authorization, which TOOLSCORE_HTTP_AUTHORIZATION may hold or --oauth get',
    ],
    [307, 'The server sends on to another address', 'answered with HTTP status 307, a redirect, which is not followed'],
    [500, 'The server failed', 'answered with HTTP status 500'],
  ])('because of %i ends with one line and the exit code of the command', async (code, words, probed) => {
    const server = await plain({ on: ({ res }) => (res.writeHead(code, { location: '/elsewhere' }).end(), true) });
    const test = await toolscore(['mcp', 'test', '--url', server.url]);
    expect([test.code, test.out, test.err.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(test.err).toContain(words);
    const folder = await scratch();
    const probes = [{ id: 'one', probe: 'pagination', access: 'read_only', max_pages: 2 }];
    await writeFile(join(folder, 'toolscore.manifest.json'), JSON.stringify({ version: 1, probes }));
    const probe = await toolscore(['probe', '--server', 'web', '--url', server.url], { cwd: folder });
    expect([probe.code, probe.out]).toEqual([3, '']);
    expect(probe.err).toBe(`The endpoint ${probed}. See what it says with: toolscore mcp list --url ADDRESS\n`);
  });
});

it('a token that expires while the tools are called is not held against them, and said', async () => {
  const server = await plain({
    on: ({ message, res }) =>
      message.method === 'tools/call' &&
      (res.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token", error_description="expired"' }).end(),
      true),
  });
  const test = await toolscore(['mcp', 'test', '--url', server.url]);
  expect(test.code).toBe(1);
  expect(test.out).toContain('No grade: the server answered with HTTP status 401 Unauthorized: invalid_token, expired');
  const folder = await scratch();
  const one = {
    id: 'one',
    probe: 'degradation-over-n',
    access: 'read_only',
    tool: 'poke',
    arguments: {},
    max_attempts: 2,
  };
  await writeFile(join(folder, 'toolscore.manifest.json'), JSON.stringify({ version: 1, probes: [one] }));
  const probe = await toolscore(['probe', '--server', 'web', '--gate-only', '--url', server.url], { cwd: folder });
  expect([probe.code, probe.err]).toEqual([
    3,
    'Asked for tools/call, the endpoint answered with HTTP status 401: it wants authorization, which TOOLSCORE_HTTP_AUTHORIZATION may hold or --oauth get.\n',
  ]);
  expect(probe.out).toMatch(/^one degradation-over-n error reason=transport-error\n/);
});

it('an endpoint that is not there is said to be not there, whatever asks for it', async () => {
  const url = `http://127.0.0.1:${await freePort()}/secret-path`;
  const test = await toolscore(['mcp', 'test', '--url', url]);
  expect([test.code, test.out]).toEqual([1, '']);
  expect(test.err).toMatch(/^No session with 127\.0\.0\.1:\d+: the server cannot be reached: nothing listens there/);
  const score = await toolscore(['score', '--server', 'web', '--url', url]);
  expect([score.code, score.out, score.err]).toEqual([
    3,
    '',
    'The endpoint cannot be reached: nothing listens there (connection refused). See what it says with: toolscore mcp list --url ADDRESS\n',
  ]);
});

it('only a manifest holds a server to the status of an answer that says nothing', async () => {
  const server = await plain({
    on: ({ message, res }) => message.method?.startsWith('notifications/') === true && (res.writeHead(200).end(), true),
  });
  expect((await toolscore(['mcp', 'list', '--url', server.url])).code).toBe(0);
  const score = await toolscore(['score', '--server', 'web', '--url', server.url]);
  expect([score.code, score.out, score.err]).toEqual([
    3,
    '',
    'The endpoint answered a message of the handshake with HTTP status 200, which is not the protocol. See what it says with: toolscore mcp list --url ADDRESS\n',
  ]);
});

describe('what cannot be is said before anything is sent', () => {
  it.each([
    [
      ['--url', 'http://127.0.0.1:1/', 'node server.js'],
      'Two servers are given: by a command and by --url. Give one of them.',
    ],
    [['--url', 'ftp://127.0.0.1/hush'], '--url takes an address of http or https, such as http://127.0.0.1:3000/mcp.'],
    [
      ['--header', 'X: 1', '--', 'node', 'server.js'],
      '--header and --header-env are for servers over HTTP, but the command line starts the server as a program.',
    ],
    [
      ['--url', 'http://127.0.0.1:1/', '--header', 'hush'],
      "--header takes 'Name: value', such as --header 'X-Team: blue'.",
    ],
    [
      ['--url', 'http://127.0.0.1:1/', '--header', 'X-A: 1', '--header', 'x-a: hush'],
      '--header: the header "x-a" is given twice.',
    ],
    [
      ['--url', 'http://127.0.0.1:1/', '--header', 'Mcp-Session-Id: hush'],
      '--header: the header "Mcp-Session-Id" cannot be set: it is part of the protocol.',
    ],
    [
      ['--url', 'http://127.0.0.1:1/', '--header', 'X: hush\u0007'],
      '--header: the header "X" has a value with characters that HTTP does not allow.',
    ],
    [
      ['--url', 'http://127.0.0.1:1/', '--header-env', 'X'],
      '--header-env takes NAME=VARIABLE, such as --header-env Authorization=API_TOKEN.',
    ],
    [
      ['--url', 'http://127.0.0.1:1/', '--header-env', 'X=NO_SUCH'],
      '--header-env X=NO_SUCH: the variable NO_SUCH is not set.',
    ],
  ])('%j', async (args, message) => {
    for (const command of ['test', 'list', 'lint']) {
      const { code, out, err } = await toolscore(['mcp', command, ...args]);
      expect([code, out, err.trim()]).toEqual([2, '', message]);
    }
  });
});

it('a program ends by itself once its connection is closed', async () => {
  const server = await plain({ session: 's' });
  const folder = await scratch();
  const file = join(folder, 'program.mjs');
  const index = pathToFileURL(resolve('dist/index.mjs')).href;
  await writeFile(
    file,
    `import { connect } from ${JSON.stringify(index)};
     const connection = await connect({ url: process.argv[2] });
     console.log(connection.server.name, (await connection.listTools()).map(({ name }) => name).join());
     await connection.close();`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [file, server.url]);
  expect(stdout).toBe('plain poke\n');
  expect(server.of('DELETE')).toHaveLength(1);
});
