import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SAMPLE_SERVER = join(ROOT, 'fixtures/sample-server.mjs');
const run = promisify(execFile);

/** What the README shows has to be what happens. */
describe('the README', () => {
  let folder: string;
  let readme: string;
  beforeAll(async () => {
    readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'toolscore-readme-'));
    for (const name of ['my-rule.yaml', 'tool-titles.ts', 'toolscore.config.yaml']) {
      await writeFile(join(folder, name), block(name));
    }
    const server = `import { runSampleServer } from ${JSON.stringify(pathToFileURL(SAMPLE_SERVER).href)};
process.exitCode = await runSampleServer(process.argv.slice(2));\n`;
    await writeFile(join(folder, 'server.js'), server);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The fenced block that says on its first line which file it is. */
  function block(name: string): string {
    const found = readme.match(new RegExp(`\`\`\`\\w+\\n(?:#|//) ${name.replaceAll('.', '\\.')}\\n([^]*?)\`\`\``))?.[1];
    if (found === undefined) throw new Error(`the README has no block for ${name}`);
    return found;
  }
  const toolscore = (args: readonly string[], cwd = folder) =>
    run(process.execPath, [join(ROOT, 'dist/cli.mjs'), ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', TOOLSCORE_HOME: join(folder, '.toolscore') },
    });

  it('shows what the demo prints, apart from times', async () => {
    const shown = readme.match(/```text\n(╭[^]*?)```/)?.[1];
    const { stdout } = await toolscore(['demo'], ROOT);
    const withoutTimes = (text: string) =>
      text
        .replace(/\d+\.\d ms/g, 'TIME')
        .replace(/[ ─]+/g, ' ')
        .trim();
    expect(withoutTimes(stdout)).toBe(withoutTimes(shown ?? ''));
  });

  it('shows a manifest, and what it gives against the sample server apart from times', async () => {
    const manifest = await readFile(join(ROOT, 'fixtures/examples/manifests/notes.manifest.json'), 'utf8');
    const written = readme.match(/```json\n(\{\n {2}"version": 1,\n {2}"timeout_ms"[^]*?)```/)?.[1];
    expect(JSON.parse(written ?? '')).toEqual(JSON.parse(manifest));
    const shown = readme.match(/```text\n\$ toolscore probe [^\n]*\n([^]*?)```/)?.[1];
    await writeFile(join(folder, 'notes.manifest.json'), manifest);
    const sample = [process.execPath, join(ROOT, 'dist/cli.mjs'), 'sample-server'];
    const args = ['probe', '--server', 'notes', '--gate-only', '--manifest', 'notes.manifest.json', '--', ...sample];
    const failed = (await toolscore(args).catch((error: unknown) => error)) as { code: number; stdout: string };
    const withoutTimes = (text = ''): string => text.replace(/latency_ms=\d+/g, 'latency_ms=TIME');
    expect(failed.code).toBe(1);
    expect(withoutTimes(failed.stdout)).toBe(withoutTimes(shown));
  });

  it('has a rule, a plugin and a config that work as they stand', async () => {
    const { stdout } = await toolscore(['mcp', 'test', '--report', 'json', '--output', 'report.json']);
    expect(stdout).toContain('notes-server');
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const found = new Map(report.lint.map((issue: { rule: string; severity: string }) => [issue.rule, issue.severity]));
    expect(Object.fromEntries(found)).toMatchObject({
      'house-description-brief': 'error',
      'tool-title-missing': 'warning',
    });
    // Three cases are the default; the config asks for five.
    expect(report.results.filter((result: { kind: string }) => result.kind === 'happy')).toHaveLength(25);
  });

  it('has a program and a probe config that work as they stand', async () => {
    const config = readme.match(/```yaml\n(pairs:[^]*?)```/)?.[1] ?? '';
    expect(config).toBe(await readFile(join(ROOT, 'fixtures/examples/notes/probes.yaml'), 'utf8'));
    await writeFile(join(folder, 'probes.yaml'), config);
    const program = readme.match(/```ts\n(import \{ connect,[^]*?)```/)?.[1] ?? '';
    await writeFile(join(folder, 'program.mjs'), program);
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await symlink(ROOT, join(folder, 'node_modules/toolscore'));
    const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^B 0\.86\d* 1 \[/);
    expect(stdout).toContain('create_note round-trip skipped null');
    expect(stdout).toContain('list_notes bound pass null');
  });

  it('names every option of `mcp test` and no other', async () => {
    const table = readme.match(/## Options of `mcp test`\n([^]*?)\n## /)?.[1] ?? '';
    const flagsIn = (text: string) => new Set(text.match(/--[a-z][a-z-]+/g));
    const { stdout: help } = await toolscore(['mcp', 'test', '--help']);
    const offered = new Set([...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag));
    // The same as --config, and what needs no words.
    for (const flag of ['--config-file', '--help', '--no-color']) offered.delete(flag);
    expect([...flagsIn(table)].sort()).toEqual([...offered].sort());
  });

  it('links to files that exist', async () => {
    const targets = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, target]) => target as string);
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) await readFile(join(ROOT, target));
  });
});
