/** The numbers of the specification, on published servers at exact versions. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases, graded, SAMPLE_SERVER, scratch, withoutTimes } from './cli.js';

const server = (name: string): string => resolve(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const node = process.execPath;

describe.concurrent('the sample server', () => {
  it('earns a B with its known flaws in the order of the fix list', async () => {
    const report = await graded([node, SAMPLE_SERVER]);
    expect([report.grade, report.score.toFixed(4), cases(report, 'happy'), cases(report, 'edge')]).toEqual([
      'B',
      '0.8620',
      '12/15',
      '14/14',
    ]);
    expect(report.scores['lint_score']).toBeCloseTo(0.91, 10);
    expect(report.fixes.map(({ tool, priority }) => `${tool} ${priority}`)).toEqual([
      'export_notes 0',
      'delete_note 2',
      'list_notes 3',
      'search_notes 3',
    ]);
    expect(report.tools.map(({ name, passed, total, tokens }) => `${name} ${passed}/${total} ${tokens}`)).toEqual([
      'create_note 6/6 84',
      'list_notes 5/5 60',
      'search_notes 6/6 52',
      'delete_note 6/6 49',
      'export_notes 3/6 56',
    ]);
    expect(report.server).toMatchObject({ protocol_version: '2026-07-28', era: 'stateless' });
  });
});

describe.concurrent('published servers', () => {
  it('memory earns an A, the same every time', async () => {
    const run = async () =>
      graded([node, server('memory')], [], { MEMORY_FILE_PATH: join(await scratch(), 'memory.jsonl') });
    const report = await run();
    expect([report.grade, report.score, cases(report, 'happy'), cases(report, 'edge')]).toEqual([
      'A',
      1,
      '27/27',
      '24/24',
    ]);
    expect([report.scores['lint_score'], report.total_tool_tokens, report.fixes]).toEqual([1, 1098, []]);
    expect(report.server).toMatchObject({ name: 'memory-server', protocol_version: '2025-11-25', era: 'initialize' });
    expect(withoutTimes(await run())).toEqual(withoutTimes(report));
  });

  it('filesystem earns an F with generated values and a D with six that it accepts', async () => {
    const folder = await scratch();
    const sandbox = join(folder, 'sandbox');
    await mkdir(sandbox);
    await writeFile(join(sandbox, 'ten.txt'), Array.from({ length: 10 }, (_, i) => `line ${i + 1}\n`).join(''));
    const command = [node, server('filesystem'), sandbox];

    const generated = await graded(command);
    expect([generated.grade, generated.score.toFixed(4), cases(generated, 'happy'), cases(generated, 'edge')]).toEqual([
      'F',
      '0.4843',
      '6/42',
      '39/39',
    ]);
    expect(generated.lint.map(({ tool, rule }) => `${tool} ${rule}`)).toEqual(['read_text_file definition-large']);
    expect(generated.total_tool_tokens).toBe(2063);

    const file = join(sandbox, 'ten.txt');
    const values = [
      ...['read_file', 'read_text_file', 'get_file_info'].map((tool) => `${tool}:path=${file}`),
      ...['list_directory', 'list_directory_with_sizes', 'directory_tree'].map((tool) => `${tool}:path=${sandbox}`),
    ].flatMap((value) => ['--arg', value]);
    const given = await graded(command, values);
    expect([given.grade, given.score.toFixed(4), cases(given, 'happy')]).toEqual(['D', '0.6557', '18/42']);
  });

  it('everything earns a B offline', async () => {
    const report = await graded([node, server('everything'), 'stdio'], ['--timeout', '15']);
    expect([report.grade, cases(report, 'happy'), cases(report, 'edge')]).toEqual(['B', '33/39', '23/23']);
    const severities = report.lint.map(({ severity }) => severity);
    expect([severities.filter((s) => s === 'error').length, severities.filter((s) => s === 'warning').length]).toEqual([
      0, 17,
    ]);
    expect(report.score).toBeCloseTo(0.8815, 4);
    expect(report.total_tool_tokens).toBe(1295);
  });

  it('sequential-thinking earns an A', async () => {
    const report = await graded([node, server('sequential-thinking')]);
    expect([report.grade, report.score.toFixed(2), report.total_tool_tokens]).toEqual(['A', '0.98', 1028]);
    expect(report.lint.map(({ rule }) => rule)).toEqual(['definition-large']);
  });
});
