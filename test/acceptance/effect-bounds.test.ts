/** Bounds, agreements and repeated reads on published servers and the sample server: the numbers of the specification. Scorecard 8.4 and 10. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graded, type JsonReport, SAMPLE_SERVER, scratch } from './cli.js';

const server = (name: string): string => resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const node = process.execPath;

interface Probes extends JsonReport {
  readonly probes: readonly {
    readonly check: string;
    readonly tool: string;
    readonly param?: string;
    readonly status: string;
    readonly rule: string | null;
    readonly confidence: string | null;
    readonly message: string;
  }[];
  readonly grade_cap: { readonly capped: boolean; readonly reasons: readonly string[] };
}

/** Rows of the checks of this file, in short. */
async function rows(...given: Parameters<typeof graded>): Promise<readonly string[]> {
  return shown((await graded(...given)) as Probes);
}

function shown({ probes }: Probes): readonly string[] {
  return probes
    .filter(({ check }) => check !== 'round-trip')
    .map(({ tool, param, status, rule, confidence }) =>
      [tool, param, status, rule, confidence].filter((word) => word !== null && word !== undefined).join(' '),
    );
}

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`);

async function sandbox(text: string) {
  const folder = await scratch();
  const root = join(folder, 'sandbox');
  await mkdir(root);
  const file = join(root, 'ten.txt');
  await writeFile(file, text);
  const values = [
    ...['read_file', 'read_text_file', 'get_file_info'].map((tool) => `${tool}:path=${file}`),
    ...['list_directory', 'list_directory_with_sizes', 'directory_tree'].map((tool) => `${tool}:path=${root}`),
  ].flatMap((value) => ['--arg', value]);
  return { folder, file, values, command: [node, server('filesystem'), root] };
}

describe('the filesystem server', () => {
  const ALL = ['read_file tail', 'read_file head', 'read_text_file tail', 'read_text_file head'];

  it('without values nothing can be told', async () => {
    const { command } = await sandbox('');
    const report = (await graded(command, ['--probes'])) as Probes;
    expect(shown(report)).toEqual(ALL.map((bound) => `${bound} inconclusive`));
    expect(report.probes[0]?.message).toContain('--arg read_file:path=VALUE');
    expect([report.grade, report.scores['effect_rate']]).toEqual(['F', null]);
  });

  it('with a file that ends with a line end, head and tail 0 return everything and tail 1 and 2 too little', async () => {
    const { command, values } = await sandbox(TEN.map((line) => `${line}\n`).join(''));
    const report = (await graded(command, ['--probes', ...values])) as Probes;
    expect(shown(report)).toEqual(ALL.map((bound) => `${bound} fail probe-bound-exceeded medium`));
    const [tail = '', head = ''] = report.probes.map(({ message }) => message);
    expect(tail).toContain(
      'tail 0 returned 10 lines instead of 0, tail 1 returned 0 instead of 1, tail 2 returned 1 instead of 2',
    );
    expect(head).toContain('head 0 returned 10 lines instead of 0, head 1 returned 1, head 2 returned 2');
    // Warnings: neither score nor letter moves.
    expect([report.grade, report.score.toFixed(4), report.grade_cap.capped]).toEqual(['D', '0.6557', false]);
  });

  it('with a file that does not, only the value 0 is wrong', async () => {
    const { command, values } = await sandbox(TEN.join('\n'));
    const report = (await graded(command, ['--probes', ...values])) as Probes;
    expect(shown(report)).toEqual(ALL.map((bound) => `${bound} fail probe-bound-exceeded medium`));
    expect(report.probes[0]?.message).toContain(
      'tail 0 returned 10 lines instead of 0, tail 1 returned 1, tail 2 returned 2',
    );
  });

  it('a declared relation is certain and replaces the guess', async () => {
    const { command, values, file, folder } = await sandbox(TEN.join('\n'));
    const config = join(folder, 'probes.yaml');
    await writeFile(
      config,
      `relations:\n  - { id: head-prefix, tool: read_text_file, param: head, values: [0, 1, 3], expect: prefix, unit: lines, args: { path: ${JSON.stringify(file)} } }\n`,
    );
    const report = (await graded(command, [...values, '--probe-config', config])) as Probes;
    expect(shown(report)).toEqual([
      ...ALL.slice(0, 3).map((bound) => `${bound} fail probe-bound-exceeded medium`),
      'read_text_file head fail probe-bound-exceeded high',
    ]);
    expect(report.score).toBeCloseTo(0.6557 - 0.6 / 14, 4);
    expect(report.grade_cap.reasons).toEqual(['probe-bound-exceeded on read_text_file']);
  });
});

describe('the sample server', () => {
  it.each([
    [[], 'list_notes limit pass medium'],
    [['--bug', 'silent-skip'], 'list_notes limit pass medium'],
    [['--bug', 'lose-on-write'], 'list_notes limit inconclusive'],
    [['--bug', 'limit-ignored'], 'list_notes limit fail probe-bound-exceeded medium'],
  ])('%j', async (bug, wanted) => {
    expect(await rows([node, SAMPLE_SERVER, ...bug], ['--probes', '--allow-writes'])).toEqual([wanted]);
  });
});

describe('servers without bounds', () => {
  it.each([
    ['memory', []],
    ['everything', ['stdio']],
    ['sequential-thinking', []],
  ])('%s', async (name, args) => {
    const env = { MEMORY_FILE_PATH: join(await scratch(), 'memory.jsonl') };
    expect(await rows([node, server(name), ...args], ['--probes', '--cases', '0', '--no-edge-cases'], env)).toEqual([]);
  });
});
