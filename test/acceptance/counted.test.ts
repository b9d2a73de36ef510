import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SERVER, scratch, toolscore } from './cli.js';

const RULE = `
id: house-shown
title: Tool does not export
failure: Tool exports
severity: error
confidence: high
since: 1.0.0
counted: false
observes: tool.listing
requires: [name]
when: { '===': [{ var: name }, export_notes] }
message: '{{name}} exports.'
fix: Do not export.
`;
/** Calls no tool, and of the sample's own findings none blocks. */
const LINT = ['mcp', 'lint', '--rule', 'property-untyped=off'];
const SAMPLE = ['--', process.execPath, SAMPLE_SERVER];

describe('a rule of the house that does not count', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await scratch();
    await writeFile(join(cwd, 'rule.yaml'), RULE);
    await writeFile(join(cwd, 'shown.yaml'), 'plugins: [./rule.yaml]\nci: true\n');
    await writeFile(join(cwd, 'counted.yaml'), 'extends: ./shown.yaml\nrules: { house-shown: { counted: true } }\n');
    await writeFile(join(cwd, 'wrong.yaml'), 'extends: ./shown.yaml\nrules: { house-shown: { count: true } }\n');
  });

  it('is shown by itself and fails no gate', async () => {
    const { code, out } = await toolscore([...LINT, '--config', 'shown.yaml', ...SAMPLE], { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/Also found, not counted in the grade[^]*error +export_notes +exports\. \(house-shown\)/);
    const { out: listed } = await toolscore(['rules', '--config', 'shown.yaml'], { cwd });
    expect(listed).toMatch(/^house-shown +error, not counted +rule\.yaml:2:1 +Tool does not export$/m);
  });

  it('counts where a config says so', async () => {
    const { code, out, err } = await toolscore([...LINT, '--config', 'counted.yaml', ...SAMPLE], { cwd });
    expect(err).toContain('1 blocking finding of severity error');
    expect([code, out.includes('Also found')]).toEqual([1, false]);
    const { out: told } = await toolscore(['rules', 'house-shown', '--config', 'counted.yaml'], { cwd });
    expect(told).toContain('yes (decided by counted.yaml:2:34; its author says no)');
  });

  it('is told with the nearest name where the config is wrong', async () => {
    const { code, err } = await toolscore([...LINT, '--config', 'wrong.yaml', ...SAMPLE], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('wrong.yaml:2:25');
    expect(err).toContain('Did you mean "counted"?');
  });
});

describe('--preset', () => {
  it('says what counts, in place of what the config extends', async () => {
    const cwd = await scratch();
    await writeFile(join(cwd, 'toolscore.config.yaml'), 'extends: toolscore:recommended\n');
    const counted = async (...flags: readonly string[]): Promise<string | undefined> =>
      /Counted +(.*)/.exec((await toolscore(['rules', 'probe-lost-update', ...flags], { cwd })).out)?.[1];
    expect(await counted()).toBe('no, only shown (decided by toolscore:recommended)');
    expect(await counted('--preset', 'strict')).toBe('yes (decided by --preset strict; its author says no)');
    const { code, err } = await toolscore(['mcp', 'lint', '--preset', 'al', ...SAMPLE], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('There are: recommended, strict, all. Did you mean "all"?');
  });
});
