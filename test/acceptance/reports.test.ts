/** One run, every report that a CI system reads; and the same of its record, with no server. */

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sarifProblems } from '../documents/official-sarif.js';
import { xmlTags } from '../reports/oracle.js';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const SERVER = ['--', process.execPath, 'server.mjs'];

/** A repository that holds the sample server. */
async function repository(): Promise<string> {
  const folder = await scratch();
  await mkdir(join(folder, '.git'));
  await copyFile(SAMPLE_SERVER, join(folder, 'server.mjs'));
  return folder;
}

it('writes them all in one run, and the same ones from its record', async () => {
  const cwd = await repository();
  const asked = (name: string) =>
    ['sarif=r.sarif', 'junit=r.xml', 'github=r.txt'].flatMap((one) => ['--report', one.replace('=', `=${name}/`)]);
  const read = async (name: string) => {
    const texts = ['r.sarif', 'r.xml', 'r.txt'].map((file) => readFile(join(cwd, name, file), 'utf8'));
    const [sarif = '', xml = '', commands = ''] = await Promise.all(texts);
    return { sarif, xml, commands };
  };
  const live = await toolscore(['mcp', 'test', '--record', 'run.jsonl', ...asked('live'), ...SERVER], { cwd });
  expect(live.out).toMatch(/^notes-server \S+: B 86 % → live\/r\.sarif, live\/r\.xml, live\/r\.txt, run\.jsonl\n$/);

  const { sarif, xml, commands } = await read('live');
  expect(sarifProblems(JSON.parse(sarif))).toEqual([]);
  expect(sarif).toContain('"uri": "server.mjs"');
  expect(xmlTags(xml.slice(xml.indexOf('\n') + 1)).length).toBeGreaterThan(60);
  const lines = commands.trimEnd().split('\n');
  expect(lines.map((line) => /^::(\w+) title=\w+%3A [\w-]+,file=server\.mjs,line=\d+::./.exec(line)?.[1])).toEqual([
    'error',
    'error',
    'warning',
    'warning',
  ]);

  const judged = await toolscore(['judge', 'run.jsonl', ...asked('judged')], { cwd });
  expect([judged.code, judged.err]).toEqual([0, '']);
  expect(await read('judged')).toEqual({ sarif, xml, commands });
});

it('annotates with --ci in a job of GitHub Actions, and leaves a report on standard output alone', async () => {
  const cwd = await repository();
  const env = { GITHUB_ACTIONS: 'true' };
  const shown = await toolscore(['mcp', 'test', '--ci', ...SERVER], { cwd, env });
  expect(shown.out.match(/^::(?:error|warning) /gm)).toHaveLength(4);
  expect(shown.out).toContain('Top issues to fix');

  const piped = await toolscore(['mcp', 'test', '--ci', '--report', 'json=-', ...SERVER], { cwd, env });
  expect((JSON.parse(piped.out) as { grade: string }).grade).toBe('B');
});

it('points at the entry of the client config file when there is no script', async () => {
  const cwd = await repository();
  const config = { mcpServers: { notes: { command: process.execPath, args: [SAMPLE_SERVER] } } };
  await mkdir(join(cwd, 'sub'));
  await writeFile(join(cwd, 'sub', '.mcp.json'), JSON.stringify(config, null, 2));
  const { out } = await toolscore(['mcp', 'lint', '--report', 'github=-'], { cwd: join(cwd, 'sub') });
  expect(out).toMatch(/^::error title=delete_note%3A property-untyped,file=sub\/\.mcp\.json,line=3::/);
});
