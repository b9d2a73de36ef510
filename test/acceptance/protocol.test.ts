/** `--protocol` through the built command line: every command that reaches a server takes it, over pipes and over HTTP. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { allRound } from '../../fixtures/servers/all-round/server.mjs';
import { bridge } from '../session/http/bridge.js';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const COMMANDS = [
  ['mcp', 'test'],
  ['mcp', 'lint'],
  ['mcp', 'list'],
  ['probes', 'init'],
  ['probe', '--server', 's'],
  ['init', '--server', 's', '--dry-run'],
  ['score', '--server', 's'],
  ['verify', '--finding', 'f', '--case', 'c'],
  ['compare', '--endpoint', 'a=http://127.0.0.1:1/', '--endpoint', 'b=http://127.0.0.1:2/'],
];
const SAMPLE = ['--', process.execPath, SAMPLE_SERVER];

it.each(COMMANDS)('%s %s refuses a protocol that there is none of, before anything is started', async (...command) => {
  const words = command[0] === 'compare' ? command : [...command, '--url', 'http://127.0.0.1:1/'];
  const { code, out, err } = await toolscore([...words, '--protocol', '2025-11-26']);
  expect([code, out, err]).toEqual([
    2,
    '',
    '--protocol takes 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, stateless, initialize; found "2025-11-26". Did you mean "2025-11-25"?\n',
  ]);
});

describe.each([
  ['stateless', 'MCP 2026-07-28 (stateless)'],
  ['initialize', 'MCP 2025-11-25 (initialize handshake)'],
])('a server of both eras that is asked for %s', (protocol, words) => {
  it('speaks it, and says so', async () => {
    const folder = await scratch();
    const probes = [{ id: 'pages', probe: 'pagination', access: 'read_only', max_pages: 2 }];
    await writeFile(join(folder, 'toolscore.manifest.json'), JSON.stringify({ version: 1, probes }));
    const run = async (...args: readonly string[]): Promise<string> => {
      const { code, out, err } = await toolscore([...args, '--protocol', protocol, ...SAMPLE], { cwd: folder });
      expect([[0, 1].includes(code ?? 2), err]).toEqual([true, '']);
      return out;
    };
    const ran = await Promise.all([
      run('mcp', 'list'),
      run('mcp', 'lint'),
      run('mcp', 'test', '--cases', '1', '--no-edge-cases'),
      run('probe', '--server', 's', '--gate-only'),
    ]);
    const said = [words, words, words, `\ns protocol ${protocol}\n`];
    for (const [at, text] of ran.entries()) expect(text).toContain(said[at]);
  });
});

test('a server of one era says so when it is asked for the other, over HTTP', async () => {
  const url = await bridge(allRound('initialize'), 'json');
  const list = await toolscore(['mcp', 'list', '--url', url, '--protocol', 'stateless']);
  expect([list.code, list.out, list.err]).toEqual([
    1,
    '',
    'The server refused the handshake: Unknown method server/discover (error -32601). It was asked for the protocol stateless, and for no other.\n',
  ]);
  const score = await toolscore(['score', '--server', 's', '--url', url, '--protocol', 'stateless']);
  expect([score.code, score.out, score.err]).toEqual([
    3,
    '',
    'The endpoint does not speak the protocol stateless, and was asked for no other. See what it says with: toolscore mcp list --url ADDRESS\n',
  ]);
});
