/** House rules, scorers and caps from outside, through the built command line. */

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graded, SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const PLUGINS = resolve('fixtures/plugins');
const SERVER = [process.execPath, SAMPLE_SERVER];
const CLEAN_SCORE = 0.862;

/** Grades the sample server in a folder with this config. */
async function gradedWith(config: string, args: readonly string[] = []): Promise<Record<string, never>> {
  const folder = await scratch();
  await cp(PLUGINS, join(folder, 'plugins'), { recursive: true });
  await writeFile(join(folder, 'toolscore.config.yaml'), config);
  const ran = await toolscore(['mcp', 'test', '--report', 'json', '-o', 'r.json', ...args, '--', ...SERVER], {
    cwd: folder,
  });
  if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.err}`);
  return JSON.parse(await readFile(join(folder, 'r.json'), 'utf8')) as Record<string, never>;
}

describe.each([
  ['one YAML file', 'tool-prefix-missing.yaml', 'tool-prefix-missing', 5, CLEAN_SCORE - (0.2 * 5 * 0.1) / 5],
  ['a folder', 'house-rules', 'tool-parameters-many', 0, CLEAN_SCORE],
  ['a TypeScript file', 'tool-title-missing.ts', 'tool-title-missing', 5, CLEAN_SCORE - (0.2 * 5 * 0.1) / 5],
])('a house rule as %s', (_what, path, rule, times, score) => {
  it('turns up in the report and moves the score only through the scorer', async () => {
    const report = await graded(SERVER, ['--plugin', join(PLUGINS, path)]);
    expect(report.lint.filter((finding) => finding.rule.endsWith(rule))).toHaveLength(times);
    expect(report.score).toBeCloseTo(score, 6);
    const rules = await toolscore(['rules', '--plugin', join(PLUGINS, path)]);
    expect(rules.out).toContain(rule);
  });

  it('can be switched off by config alone', async () => {
    const report = await gradedWith(`plugins: [./plugins/${path}]\nrules: { ${rule}: "off" }\n`);
    expect(report['score']).toBeCloseTo(CLEAN_SCORE, 6);
    expect(JSON.stringify(report['lint'])).not.toContain(rule);
  });
});

describe('scorers and caps from outside', () => {
  it('a second scorer is chosen by name', async () => {
    const config = 'plugins: [./plugins/weighted-mean.mjs]\n';
    expect((await gradedWith(config))['score']).toBeCloseTo(CLEAN_SCORE, 6);
    const chosen = await gradedWith(`${config}scoring: { use: weighted-mean }\n`);
    expect(chosen['scorer']).toMatchObject({ name: 'weighted-mean' });
    expect(chosen['score']).not.toBeCloseTo(CLEAN_SCORE, 3);
    expect((await gradedWith(config, ['--scorer', 'weighted-mean']))['score']).toBe(chosen['score']);
  });

  it('an extra cap lowers the letter, keeps the score and says why', async () => {
    const report = await gradedWith('plugins: [./plugins/cap-house-errors.mjs]\n');
    expect([report['grade'], report['score']]).toEqual(['D', expect.closeTo(CLEAN_SCORE, 6)]);
    expect(report['grade_cap']).toMatchObject({ capped: true, cap: 'D', uncapped_grade: 'B' });
    const ran = await toolscore(['mcp', 'test', '--plugin', join(PLUGINS, 'cap-house-errors.mjs'), '--', ...SERVER]);
    expect(ran.out).toMatch(/Grade B by score, capped because: the house ships no errors/);
  });
});

describe('a plugin that throws', () => {
  it.each([
    'connect',
    'discovery',
    'prepareCall',
    'call',
    'called',
    'observe',
    'observe-all',
    'judge',
    'verdict',
    'gradeCap',
    'report',
    'close',
  ])('in %s is named with its step, and the run goes on', async (step) => {
    const folder = await scratch();
    await cp(PLUGINS, join(folder, 'plugins'), { recursive: true });
    await writeFile(
      join(folder, 'toolscore.config.yaml'),
      `plugins: [./plugins/throws.mjs]\nprobes: { throws: { step: ${step} } }\n`,
    );
    const ran = await toolscore(['mcp', 'test', '--', ...SERVER], { cwd: folder });
    expect(ran.out).toContain('B · 86 %');
    const text = ran.out + ran.err;
    expect(text).toMatch(new RegExp(`throws.*${step.replace('-all', '')}`));
    expect(text).not.toMatch(/^\s+at /m);
    // Only an output that is missing makes a finished run fail.
    expect(ran.code).toBe(step === 'report' ? 1 : 0);
  });

  it.each(['apply', 'validate'])('in %s ends the run before a server is started', async (step) => {
    const folder = await scratch();
    await cp(PLUGINS, join(folder, 'plugins'), { recursive: true });
    await writeFile(
      join(folder, 'toolscore.config.yaml'),
      `plugins: [./plugins/throws.mjs]\nprobes: { throws: { step: ${step} } }\n`,
    );
    const started = join(folder, 'started');
    const server = ['-e', `require('node:fs').writeFileSync(${JSON.stringify(started)}, '')`];
    const ran = await toolscore(['mcp', 'test', '--', process.execPath, ...server], { cwd: folder });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(new RegExp(`Plugin "throws" .*${step}: thrown on purpose in ${step}`));
    await expect(readFile(started)).rejects.toThrow('ENOENT');
  });
});

describe('what cannot be found', () => {
  it('lists every place that was tried', async () => {
    const ran = await toolscore(['mcp', 'test', '--plugin', './my-rule', '--', ...SERVER]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('Cannot find the plugin "./my-rule". Tried, from the current folder:');
    for (const place of [
      './my-rule',
      './my-rule.js',
      './my-rule.mjs',
      './my-rule.ts',
      './my-rule.yaml',
      './my-rule/package.json',
    ]) {
      expect(ran.err).toContain(place);
    }
  });

  it('options without a command grade the server of the folder', async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'team'));
    await cp(join(PLUGINS, 'tool-prefix-missing.yaml'), join(folder, 'my-rule.yaml'));
    await writeFile(
      join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [SAMPLE_SERVER] } } }),
    );
    const client = await toolscore(['--plugin', './my-rule'], { cwd: folder });
    expect(client.code).toBe(0);
    expect(client.out).toContain('tool-prefix-missing');
    expect(client.out).toMatch(/read-only/i);

    await writeFile(
      join(folder, 'toolscore.config.yaml'),
      `server: [${JSON.stringify(process.execPath)}, ${JSON.stringify(SAMPLE_SERVER)}]\n`,
    );
    const config = await toolscore(['--plugin', './my-rule'], { cwd: folder });
    expect(config.code).toBe(0);
    expect(config.out).toContain('create_note');
    expect(config.out).not.toMatch(/read-only/i);
  });
});
