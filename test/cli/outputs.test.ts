import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outputsOf } from '../../core/cli/outputs.js';
import type { RunOptions } from '../../core/cli/options.js';
import type { UsageError } from '../../core/errors.js';
import type { Output } from '../../core/model.js';

const FORMATS = ['json', 'md', 'badge', 'console', 'summary', 'repro', 'github', 'markdown'];
const CONSOLE = { format: 'console', path: '-' };
const SUMMARY = { format: 'summary', path: '-' };
const configured = (...outputs: readonly Output[]) =>
  outputs.map((value, at) => ({ value, origin: { source: 'toolscore.config.yaml', line: at + 3, column: 5 } }));

const outputs = (options: RunOptions, ...inConfig: readonly Output[]): readonly Output[] =>
  outputsOf(options, 'console', FORMATS, configured(...inConfig));

function problems(options: RunOptions, ...inConfig: readonly Output[]): readonly string[] {
  try {
    outputs(options, ...inConfig);
  } catch (error) {
    return (error as UsageError).problems;
  }
  return [];
}

beforeEach(() => {
  vi.stubEnv('GITHUB_ACTIONS', '');
  vi.stubEnv('GITHUB_STEP_SUMMARY', '');
});
afterEach(() => vi.unstubAllEnvs());

describe('--report', () => {
  test('may be repeated, each with its file; the console then says one line', () => {
    expect(outputs({ report: ['json=out/r.json', 'md=r=1.md'] })).toEqual([
      { format: 'json', path: 'out/r.json' },
      { format: 'md', path: 'r=1.md' },
      SUMMARY,
    ]);
  });

  test('takes its file from --output, as before, also beside others', () => {
    const json = { format: 'json', path: 'r.json' };
    expect(outputs({ report: ['json'], output: 'r.json' })).toEqual([json, SUMMARY]);
    const both = outputs({ report: ['md=r.md', 'json'], output: 'r.json' });
    expect(both).toEqual([{ format: 'md', path: 'r.md' }, json, SUMMARY]);
    expect(outputs({ report: ['json'], output: '-' })).toEqual([{ format: 'json', path: '-' }]);
  });

  test('to standard output leaves it to that report', () => {
    expect(outputs({ report: ['json=-', 'md=r.md'], ci: true })).toEqual([
      { format: 'json', path: '-' },
      { format: 'md', path: 'r.md' },
    ]);
  });

  test('leaves the console as it is without a report file, and with --ci', () => {
    expect(outputs({})).toEqual([CONSOLE]);
    expect(outputs({ badge: 'b.svg' })).toEqual([{ format: 'badge', path: 'b.svg' }, CONSOLE]);
    expect(outputs({ report: ['json=r.json'], ci: true })).toEqual([{ format: 'json', path: 'r.json' }, CONSOLE]);
  });

  test('comes after the reports of the config', () => {
    const inConfig = { format: 'json', path: resolve('c.json') };
    expect(outputs({ report: ['json=r.json'] }, inConfig)).toEqual([
      inConfig,
      { format: 'json', path: 'r.json' },
      SUMMARY,
    ]);
  });
});

describe('what is wrong with reports', () => {
  test.each<[string, RunOptions, readonly string[]]>([
    [
      'a kind that is none',
      { report: ['jsno=r.json'] },
      [`--report takes ${FORMATS.join(', ')}; found "jsno". Did you mean "json"?`],
    ],
    [
      'a kind without a file',
      { report: ['json'] },
      ['--report json names no file. Write --report json=FILE, or --output FILE besides; - is standard output.'],
    ],
    [
      'an empty file name',
      { report: ['json='] },
      ['--report json= names no file. Write --report json=FILE; - is standard output.'],
    ],
    ['an empty --output', { report: ['json'], output: '' }, ['""  is no file name.']],
    [
      '--output alone',
      { output: 'r.json' },
      ['--output needs a --report without a file of its own, as in --report json --output FILE.'],
    ],
    [
      '--output beside reports that name their files',
      { report: ['json=a.json'], output: 'r.json' },
      [
        '--output needs a --report without a file of its own, as in --report json --output FILE. The reports that were asked for name their own.',
      ],
    ],
    [
      'two reports for one --output',
      { report: ['json', 'md'], output: 'r' },
      ['--output r is one file, and is meant for 2 reports: json, md. Write each as --report KIND=FILE.'],
    ],
    [
      'two reports in one file, however it is written',
      { report: ['json=r.json', 'md=./x/../r.json'] },
      ['--report json=r.json and --report md=./x/../r.json write to the same file, ./x/../r.json. Give each its own.'],
    ],
    [
      'a report and a badge in one file',
      { report: ['json=r'], badge: 'r' },
      ['--report json=r and --badge write to the same file, r. Give each its own.'],
    ],
    [
      'two reports on standard output',
      { report: ['json=-', 'md=-'] },
      ['--report json=- and --report md=- both write to standard output. Give one of them a file.'],
    ],
  ])('%s', (_, options, expected) => {
    expect(problems(options)).toEqual(expected);
  });

  test('is told all at once', () => {
    const found = problems(
      { report: ['jsno=a', 'md', 'badge=b', 'json=b'], repro: 'folder' },
      { format: 'x', path: 'y' },
    );
    expect(found.map((text) => text.split(/[;:.]/, 1)[0])).toEqual([
      'toolscore',
      `--report takes ${FORMATS.join(', ')}`,
      '--report md names no file',
      '--repro needs --probes or --probe-config',
      '--report badge=b and --report json=b write to the same file, b',
    ]);
  });

  test('a report of the config that a flag would write over', () => {
    expect(problems({ report: ['json=c.json'] }, { format: 'md', path: resolve('c.json') })).toEqual([
      'toolscore.config.yaml:3:5 and --report json=c.json write to the same file, c.json. Give each its own.',
    ]);
  });
});

test('a job summary is added to, not written over, and only with --ci', () => {
  vi.stubEnv('GITHUB_STEP_SUMMARY', resolve('summary.md'));
  expect(outputs({})).toEqual([CONSOLE]);
  expect(outputs({ ci: true })).toEqual([{ format: 'markdown', path: resolve('summary.md'), append: true }, CONSOLE]);
});

describe('in a job of GitHub Actions', () => {
  const ANNOTATIONS = { format: 'github', path: '-' };
  beforeEach(() => vi.stubEnv('GITHUB_ACTIONS', 'true'));

  test('--ci annotates as well, beside the console', () => {
    expect(outputs({ ci: true })).toEqual([CONSOLE, ANNOTATIONS]);
    expect(outputs({ ci: true, report: ['json=r.json'] })).toEqual([
      { format: 'json', path: 'r.json' },
      CONSOLE,
      ANNOTATIONS,
    ]);
  });

  test('nothing is annotated without --ci, or outside of one', () => {
    expect(outputs({})).toEqual([CONSOLE]);
    vi.stubEnv('GITHUB_ACTIONS', 'false');
    expect(outputs({ ci: true })).toEqual([CONSOLE]);
  });

  test('a program that reads standard output gets its report and nothing else', () => {
    expect(outputs({ ci: true, report: ['json=-'] })).toEqual([{ format: 'json', path: '-' }]);
  });

  test('annotations that are asked for come once', () => {
    expect(outputs({ ci: true, report: ['github=a.txt'] })).toEqual([{ format: 'github', path: 'a.txt' }, CONSOLE]);
    expect(outputs({ ci: true, report: ['github=-'] })).toEqual([ANNOTATIONS]);
  });

  test('a kernel whose reporter of annotations was taken out has none', () => {
    expect(outputsOf({ ci: true }, 'console', ['json'], [])).toEqual([CONSOLE]);
  });
});
