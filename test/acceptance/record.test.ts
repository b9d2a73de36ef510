/** `--record`, `--replay` and `toolscore judge`, as a user types them. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const SECRET = 'k3yk3yk3yk3yk3yk3y';
const SERVER = ['--', process.execPath, SAMPLE_SERVER];

let folder: string;
let live: Awaited<ReturnType<typeof toolscore>>;
const run = (...args: string[]): ReturnType<typeof toolscore> => toolscore(args, { cwd: folder });
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');

beforeAll(async () => {
  folder = await scratch();
  const reports = ['--report', 'json=live.json', '--report', 'markdown=live.md', '--ci'];
  live = await run('mcp', 'test', '--record', 'run.jsonl', '--arg', `query=${SECRET}`, ...reports, ...SERVER);
});

describe('toolscore judge', () => {
  it('shows and writes what the run did, and ends as it did', async () => {
    const judged = await run(
      'judge',
      'run.jsonl',
      '--ci',
      '--report',
      'json=judged.json',
      '--report',
      'markdown=judged.md',
    );
    expect(live.code).toBe(1);
    expect(judged.code).toBe(live.code);
    expect(judged.out).toBe(live.out);
    // The value was a secret for the record alone.
    expect(await read('judged.json')).toBe((await read('live.json')).replaceAll(SECRET, '[redacted]'));
    expect(await read('judged.md')).toBe((await read('live.md')).replaceAll(SECRET, '[redacted]'));
    expect(await read('run.jsonl')).not.toContain(SECRET);
  });

  it('judges by a rule of today, and says which rule had nothing to judge', async () => {
    const rule = (id: string, observes: string): string => `
- id: ${id}
  title: Fine
  failure: Not fine
  severity: warning
  confidence: high
  since: 1.0.0
  observes: ${observes}
  requires: []
  when: { '===': [1, 1] }
  message: Not fine at all.
  fix: Mend it.
`;
    await writeFile(join(folder, 'house.yaml'), rule('house-rule', 'tool.listing') + rule('late-rule', 'tool.overlap'));
    const judged = await run('judge', 'run.jsonl', '--plugin', './house.yaml', '--report', 'json=house.json');
    const { lint } = JSON.parse(await read('house.json')) as { lint: readonly { rule: string; message: string }[] };
    expect(lint.filter(({ message }) => message.startsWith('Not fine')).length).toBeGreaterThan(3);
    expect(judged.err).toContain(
      'run.jsonl holds nothing of the kind tool.overlap, so nothing was judged by late-rule.',
    );
    expect(judged.err).not.toContain('house-rule');
  });

  it('says of an ordinary record nothing on standard error', async () => {
    expect((await run('judge', 'run.jsonl')).err).toBe('');
  });

  it('judges a record of lint as lint', async () => {
    const linted = await run('mcp', 'lint', '--record', 'lint.jsonl', ...SERVER);
    expect(await run('judge', 'lint.jsonl')).toEqual(linted);
  });

  test.each([
    ['a file that is not there', 'none.jsonl', /none\.jsonl {2}does not exist/],
    ['a report', 'live.json', /live\.json:1 {2}is no JSON/],
    ['a folder', '.', /is a folder/],
  ])('refuses %s', async (_, file, message) => {
    const { code, err } = await run('judge', file);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/ {4}at /);
  });
});

describe('--replay', () => {
  it('answers the run whole without a server, and can be recorded itself', async () => {
    const files = ['--replay', 'run.jsonl', '--record', 'again.jsonl', '--report', 'json=again.json'];
    const again = await run('mcp', 'test', ...files, '--arg', `query=${SECRET}`);
    expect(again.err).toBe('');
    expect(await read('again.json')).toBe(await read('live.json'));
    const lines = async (file: string): Promise<unknown> =>
      (await read(file))
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line) as unknown);
    expect(await lines('again.jsonl')).toEqual(await lines('run.jsonl'));
  });

  it('says which calls the record lacks, and fails', async () => {
    const less = await run('mcp', 'test', '--replay', 'run.jsonl', '--arg', 'query=another');
    expect(less.code).toBe(1);
    expect(less.err).toMatch(
      /^run\.jsonl has no answer to \d+ calls? of this run, so what rests on (it|them) is incomplete:\n/m,
    );
    expect(less.err).toMatch(/^ {2}tools\/call search_notes \{"query":"another"\} \(asked by scenarios\)$/m);
  });
});

describe('a record', () => {
  test.each([
    ['standard output', ['--record', '-'], /recorded into a file/],
    ['two files', ['--record', 'a.jsonl', '--report', 'run=b.jsonl'], /two files are given: a\.jsonl and b\.jsonl/],
    ['a folder', ['--record', '.'], /is a folder/],
    ['a watch', ['--record', 'a.jsonl', '--watch'], /--watch runs many times/],
    ['a replay of nothing', ['--replay', 'none.jsonl'], /none\.jsonl {2}does not exist/],
  ])('does not go with %s', async (_, options, message) => {
    const { code, err } = await run('mcp', 'test', ...options, ...SERVER);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});
