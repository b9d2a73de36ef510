import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { SAMPLE_SERVER, scratch } from '../acceptance/cli.js';
import { runAction } from './runner.js';

const PROBES = resolve('fixtures/examples/notes/probes.yaml');
/** A plugin that lowers every grade. */
const CAP = `export default {
  name: 'cap-test',
  apply: ({ hooks }) => hooks.gradeCap.tap('cap-test', () => ({ letter: 'C', reasons: ['a test'] })),
};\n`;

/** A folder with a server, which tells the words and the variables of the runner that it was given. */
async function seen(folder: string): Promise<{ readonly words: readonly string[]; readonly names: readonly string[] }> {
  return JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
}

async function repository(): Promise<string> {
  const folder = await scratch();
  const server = `import { writeFileSync } from 'node:fs';
import { runSampleServer } from ${JSON.stringify(pathToFileURL(SAMPLE_SERVER).href)};
const names = Object.keys(process.env).filter((name) => /^(GITHUB|INPUT)_/.test(name));
const seen = { words: process.argv.slice(2), names };
writeFileSync(${JSON.stringify(join(folder, 'seen.json'))}, JSON.stringify(seen));
process.exitCode = await runSampleServer([]);\n`;
  await writeFile(join(folder, 'server.mjs'), server);
  return folder;
}

describe('the action', () => {
  test('grades a server, and keeps and tells what it found', async () => {
    const cwd = await repository();
    const { failed, outputs, summary, log, uploaded } = await runAction(cwd, {
      'mcp-command': 'node server.mjs',
      'mcp-report': 'out/report.json',
      'mcp-badge': 'out/badge.svg',
      'mcp-html': 'out/report.html',
      'mcp-upload-sarif': 'true',
    });
    expect(failed).toBe(false);
    expect(outputs).toMatchObject({ 'mcp-grade': 'B', 'mcp-capped': 'false', 'mcp-effect': '' });
    expect(Number(outputs['mcp-score'])).toBeCloseTo(0.862, 3);
    expect(outputs['mcp-report']).toBe(join(cwd, 'out/report.json'));
    expect(JSON.parse(await readFile(join(cwd, 'out/report.json'), 'utf8'))).toMatchObject({ grade: 'B' });
    expect(await readFile(join(cwd, 'out/badge.svg'), 'utf8')).toContain('<svg');
    expect(await readFile(join(cwd, 'out/report.html'), 'utf8')).toContain('<html');
    expect(JSON.parse(await readFile(uploaded[0] ?? '', 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(summary).toContain('# MCP Scorecard: notes-server');
    expect(log).toContain('::notice title=MCP grade B::notes-server 1.1.0: 86 %25.');
    expect(log).toMatch(/^::(error|warning|notice) .*delete_note/m);
    // The server must not be able to say what its grade is.
    expect((await seen(cwd)).names).toEqual(['GITHUB_ACTIONS', 'GITHUB_ACTION_PATH']);
  });

  test('fails at its gate after everything is written, with the letter after caps', async () => {
    const cwd = await repository();
    await writeFile(join(cwd, 'cap.mjs'), CAP);
    await writeFile(join(cwd, 'toolscore.config.yaml'), 'server: node server.mjs\nplugins: [./cap.mjs]\n');
    const { failed, outputs, summary, log, uploaded } = await runAction(cwd, {
      'mcp-probe-config': PROBES,
      'mcp-sarif': 'report.sarif',
      'mcp-badge': 'badge.svg',
      'mcp-upload-sarif': 'true',
    });
    expect(failed).toBe(true);
    expect(outputs).toMatchObject({ 'mcp-grade': 'C', 'mcp-capped': 'true', 'mcp-effect': '1' });
    expect(Number(outputs['mcp-score'])).toBeGreaterThan(0.8);
    expect(uploaded).toEqual([join(cwd, 'report.sarif')]);
    expect(outputs['mcp-badge']).toBe(join(cwd, 'badge.svg'));
    expect(await readFile(join(cwd, 'badge.svg'), 'utf8')).toContain('C (capped)');
    expect(summary).toContain('**Grade C** (capped)');
    expect(log).toContain('**Grade C** (capped)');
    expect(log).toContain('::error title=MCP grade C (capped)::notes-server');
    expect(log).toContain('grade C is below B');
  });

  test('keeps inputs data, whatever they look like', async () => {
    const cwd = await repository();
    const { failed, outputs } = await runAction(cwd, {
      'mcp-command': 'node server.mjs "; touch pwned" $(touch pwned) `touch pwned` && touch pwned',
      'mcp-args': 'title="; touch pwned; "\n  body=$(touch pwned)\r\n\nsearch_notes:query=`touch pwned`\n',
      'mcp-report': 'a "; touch pwned; $(touch pwned)\nmcp-grade=A.json',
    });
    expect(await readdir(cwd)).not.toContain('pwned');
    expect((await seen(cwd)).words).toEqual(expect.arrayContaining(['; touch pwned', '$(touch', '&&']));
    const name = 'a "; touch pwned; $(touch pwned)\nmcp-grade=A.json';
    expect(await readdir(cwd)).toContain(name);
    expect(outputs).toMatchObject({ 'mcp-grade': 'B', 'mcp-report': join(cwd, name) });
    const report = JSON.parse(await readFile(join(cwd, name), 'utf8'));
    expect(JSON.stringify(report.results)).toContain('$(touch pwned)');
    expect(failed).toBe(false);
  });

  test('says what is wrong with inputs, and starts nothing', async () => {
    const cwd = await repository();
    const { failed, outputs, log } = await runAction(cwd, {
      'mcp-command': '--allow-writes node server.mjs',
      'mcp-probes': 'yes\n::error::forged',
      version: '../../evil',
    });
    expect(failed).toBe(true);
    expect(outputs['mcp-grade']).toBe('');
    expect(log).toContain('mcp-command begins with the program that starts the server');
    expect(log).toContain('mcp-probes takes true or false, found "yes\\n::error::forged".');
    expect(log).toContain('version takes a version of toolscore such as 1.2.3, found "../../evil".');
    expect(await readdir(cwd)).toEqual(['server.mjs']);
  });

  test('passes on what toolscore says of wrong values, without a report of an earlier run', async () => {
    const cwd = await repository();
    await writeFile(join(cwd, 'report.json'), '{ "grade": "A" }');
    const { failed, outputs, log } = await runAction(cwd, {
      'mcp-command': 'node server.mjs',
      'mcp-fail-under': '--ci',
      'mcp-report': 'report.json',
    });
    expect(failed).toBe(true);
    expect(outputs).toMatchObject({ 'mcp-grade': '', 'mcp-score': '', 'mcp-report': '' });
    expect(log).toContain('found "--ci"');
    expect(log).toContain('::error title=No MCP grade::');
  });

  test('installs the version that is asked for, away from the repository', async () => {
    const cwd = await repository();
    const folder = await scratch();
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/npm'), `#!/bin/sh\necho "$PWD $*" > ${folder}/asked\nexit 1\n`);
    await chmod(join(folder, 'bin/npm'), 0o755);
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
    const { failed, log } = await runAction(cwd, { 'mcp-command': 'node server.mjs', version: '9.8.7' }, env);
    expect(failed).toBe(true);
    expect(log).toContain('::error title=toolscore action::npm could not install toolscore@9.8.7.');
    const asked = await readFile(join(folder, 'asked'), 'utf8');
    expect(asked).toMatch(/ install --prefix \S+ --ignore-scripts .* toolscore@9\.8\.7\n$/);
    expect(asked.startsWith(cwd)).toBe(false);
  });
});
