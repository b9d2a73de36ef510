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

/** What the README and the pages beside the rules show has to be what happens. */
describe('the README and its pages', () => {
  let folder: string;
  let readme: string;
  let pages: string;
  beforeAll(async () => {
    readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const names = ['api', 'config', 'manifests', 'options', 'plugins', 'probe-config'];
    const texts = await Promise.all(names.map((name) => readFile(join(ROOT, `rules/${name}.md`), 'utf8')));
    pages = [readme, ...texts].join('\n');
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
    const found = pages.match(new RegExp(`\`\`\`\\w+\\n(?:#|//) ${name.replaceAll('.', '\\.')}\\n([^]*?)\`\`\``))?.[1];
    if (found === undefined) throw new Error(`no page has a block for ${name}`);
    return found;
  }
  const toolscore = (args: readonly string[], cwd = folder) =>
    run(process.execPath, [join(ROOT, 'dist/cli.mjs'), ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', TOOLSCORE_HOME: join(folder, '.toolscore') },
    });

  it('shows a picture of what the demo prints, apart from times', async () => {
    const path = readme.match(/!\[[^\]]*\]\((\S+\.svg)\)/)?.[1] ?? '';
    const picture = await readFile(join(ROOT, path), 'utf8');
    const lines = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) =>
      line
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    );
    expect(lines[0]).toBe('$ npx toolscore demo');
    const { stdout } = await toolscore(['demo'], ROOT);
    const withoutTimes = (text: string) => text.replaceAll(/ *\d+\.\d ms/g, ' TIME');
    expect(lines.slice(1).map(withoutTimes)).toEqual(
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .map(withoutTimes),
    );
  });

  it('shows a manifest, and what it gives against the sample server apart from times', async () => {
    const manifest = await readFile(join(ROOT, 'fixtures/examples/manifests/notes.manifest.json'), 'utf8');
    const written = pages.match(/```json\n(\{\n {2}"version": 1,\n {2}"timeout_ms"[^]*?)```/)?.[1];
    expect(JSON.parse(written ?? '')).toEqual(JSON.parse(manifest));
    const shown = pages.match(/```text\n\$ toolscore probe [^\n]*\n([^]*?)```/)?.[1];
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
    const config = pages.match(/```yaml\n(pairs:[^]*?)```/)?.[1] ?? '';
    expect(config).toBe(await readFile(join(ROOT, 'fixtures/examples/notes/probes.yaml'), 'utf8'));
    await writeFile(join(folder, 'probes.yaml'), config);
    const program = pages.match(/```ts\n(import \{ connect, loadProbeConfig[^]*?)```/)?.[1] ?? '';
    await writeFile(join(folder, 'program.mjs'), program);
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await symlink(ROOT, join(folder, 'node_modules/toolscore'));
    const { stdout, stderr } = await run(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^B 0\.86\d* 1 \[/);
    expect(stdout).toContain('create_note round-trip skipped null');
    expect(stdout).toContain('list_notes bound pass null');
    await writeFile(
      join(folder, 'short.mjs'),
      readme.match(/```ts\n(import \{ connect, scoreServer[^]*?)```/)?.[1] ?? '',
    );
    expect((await run(process.execPath, ['short.mjs'], { cwd: folder })).stdout).toMatch(/^B 0\.86\d* \[/);
  });

  it('names every option of `mcp test` and no other', async () => {
    const table = pages.match(/^# Options of `mcp test`\n([^]*?)\n# /m)?.[1] ?? '';
    const flagsIn = (text: string) => new Set(text.match(/--[a-z][a-z-]+/g));
    const { stdout: help } = await toolscore(['mcp', 'test', '--help']);
    const offered = new Set([...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag));
    // The same as --config, and what needs no words.
    for (const flag of ['--config-file', '--help', '--no-color']) offered.delete(flag);
    expect([...flagsIn(table)].sort()).toEqual([...offered].sort());
  });
});
