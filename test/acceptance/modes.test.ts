/** What a run may do to a server, through the built command line. */

import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const JOURNAL_SERVER = resolve('fixtures/servers/journal.mjs');

/** Runs against a server that writes down the calls it gets; gives the tools that were called, each once. */
async function called(
  args: readonly string[],
  { viaClientConfig = false } = {},
): Promise<{ readonly tools: string[]; readonly out: string }> {
  const folder = await scratch();
  const journal = join(folder, 'calls.txt');
  await writeFile(journal, '');
  const command = [process.execPath, JOURNAL_SERVER, journal];
  let target = ['--', ...command];
  if (viaClientConfig) {
    const [program, ...rest] = command;
    await writeFile(
      join(folder, 'client.json'),
      JSON.stringify({ mcpServers: { journal: { command: program, args: rest } } }),
    );
    target = ['--config', 'client.json'];
  }
  const ran = await toolscore(['mcp', 'test', ...args, ...target], { cwd: folder });
  expect(ran.code).toBe(0);
  const lines = (await readFile(journal, 'utf8')).split('\n').filter((line) => line !== '');
  return { tools: [...new Set(lines)], out: ran.out + ran.err };
}

describe('which tools are called', () => {
  it('every tool but destructive ones that name no target', async () => {
    const { tools, out } = await called([]);
    expect(tools).toEqual(['list_items', 'create_item', 'delete_item']);
    expect(out).toMatch(/clear_all/);
    expect(out).toMatch(/--allow-writes/);
  });

  it('all of them with --allow-writes', async () => {
    expect((await called(['--allow-writes'])).tools).toEqual([
      'list_items',
      'create_item',
      'delete_item',
      'delete_number',
      'clear_all',
    ]);
  });

  it('only what is read-only with --read-only, and by default for a server of a client config file', async () => {
    expect((await called(['--read-only'])).tools).toEqual(['list_items']);
    const { tools, out } = await called([], { viaClientConfig: true });
    expect(tools).toEqual(['list_items']);
    expect(out).toMatch(/client config file/);
    expect((await called(['--allow-writes'], { viaClientConfig: true })).tools).toContain('clear_all');
  });
});

describe('gates', () => {
  const server = ['--', process.execPath, SAMPLE_SERVER];
  it.each<[string[], number]>([
    [[], 0],
    [['--fail-under', 'b'], 0],
    [['--fail-under', 'A'], 1],
    [['--fail-under', '0.86'], 0],
    [['--fail-under', '0.87'], 1],
    [['--ci'], 1],
    [['--ci', '--fail-under', 'B'], 1],
    [['--fail-under', 'E'], 2],
    [['--read-only', '--allow-writes'], 2],
    [['--report', 'json'], 2],
    [['--output', 'x.json'], 2],
  ])('%j exits with %i', async (args, code) => {
    const ran = await toolscore(['mcp', 'test', ...args, ...server]);
    expect([ran.code, ran.err.length > 0]).toEqual([code, code > 0]);
  });

  it('--ci adds the report to the job summary and says so', async () => {
    const folder = await scratch();
    const summary = join(folder, 'summary.md');
    await writeFile(summary, '# before\n');
    const ran = await toolscore(['mcp', 'test', '--ci', ...server], {
      cwd: folder,
      env: { GITHUB_STEP_SUMMARY: summary },
    });
    expect(ran.err).toMatch(/job summary/);
    expect(await readFile(summary, 'utf8')).toMatch(/^# before\n[\s\S]*notes-server/);
  });

  it('lint fails on an error, and list never does', async () => {
    expect((await toolscore(['mcp', 'lint', ...server])).code).toBe(1);
    expect((await toolscore(['mcp', 'lint', '--rule', 'property-untyped=warning', ...server])).code).toBe(0);
    const list = await toolscore(['mcp', 'list', ...server]);
    expect(list.code).toBe(0);
    expect(list.out).toMatch(/search_notes/);
  });
});

describe('the server', () => {
  it.each<[string, string[], RegExp]>([
    ['that does not exist', ['--', 'no-such-program-here'], /no-such-program-here/],
    [
      'that ends at once',
      ['--', process.execPath, '-e', 'console.error("no licence"); process.exit(3)'],
      /3[\s\S]*no licence/,
    ],
  ])('%s: exit 1 and why', async (_what, target, why) => {
    const ran = await toolscore(['mcp', 'test', ...target]);
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(why);
    expect(ran.out).toBe('');
  });

  it('may be given in quotes or after --, once', async () => {
    const quoted = `"${process.execPath}" ${SAMPLE_SERVER}`;
    expect((await toolscore(['mcp', 'list', quoted])).code).toBe(0);
    expect((await toolscore(['mcp', 'list', quoted, '--', 'x'])).code).toBe(2);
    expect((await toolscore(['mcp', 'list', 'node', SAMPLE_SERVER])).err).toMatch(/in quotes/);
    expect((await toolscore(['mcp', 'list'])).err).toMatch(/No server is given/);
  });
});

describe('argument values', () => {
  it('are checked against the tools before any is called', async () => {
    const ran = await toolscore([
      'mcp',
      'test',
      '--arg',
      'qery=x',
      '--arg',
      'serch_notes:query=x',
      '--',
      process.execPath,
      SAMPLE_SERVER,
    ]);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/no tool declares an argument "qery"\. Did you mean "query"\?/);
    expect(ran.err).toMatch(/no tool "serch_notes"\. Did you mean "search_notes"\?/);
  });

  it('reach the tool, the tool form beating the plain one', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'args.yaml'), '"*": { query: everywhere }\nsearch_notes: { query: 5 }\n');
    const run = async (args: string[]): Promise<unknown[]> => {
      const ran = await toolscore(
        ['mcp', 'test', ...args, '--report', 'json', '-o', 'r.json', '--', process.execPath, SAMPLE_SERVER],
        { cwd: folder },
      );
      expect(ran.err).toBe('');
      const report = JSON.parse(await readFile(join(folder, 'r.json'), 'utf8')) as {
        results: { tool: string; kind: string; arguments: { query: unknown } }[];
      };
      return report.results
        .filter(({ tool, kind }) => tool === 'search_notes' && kind === 'happy')
        .map((result) => result.arguments.query);
    };
    expect(await run(['--args-file', 'args.yaml'])).toEqual(['5', '5', '5']);
    expect(await run(['--args-file', 'args.yaml', '--arg', 'query=plain'])).toEqual(['plain', 'plain', 'plain']);
    expect(await run(['--arg', 'search_notes:query=mine', '--arg', 'query=plain'])).toEqual(['mine', 'mine', 'mine']);
  });
});
