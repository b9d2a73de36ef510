import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledPackages } from '../../core/build/licences.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONSUMERS = fileURLToPath(new URL('../../fixtures/consumer/', import.meta.url));
const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** The package as somebody would install it, unpacked into `node_modules` of an empty project. */
describe('the packed package', () => {
  let folder: string;
  let packed: Packed;
  const inPackage = (path: string): string => join(folder, 'node_modules/toolscore', path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolscore-package-'));
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: ROOT,
    });
    [packed] = JSON.parse(stdout) as [Packed];
    await mkdir(inPackage(''), { recursive: true });
    await run('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', inPackage('')]);
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is under 4.5 MB and brings at most two dependencies', async () => {
    expect(packed.unpackedSize).toBeLessThan(4_500_000);
    const manifest = JSON.parse(await readFile(inPackage('package.json'), 'utf8'));
    expect(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length).toBeLessThanOrEqual(2);
    expect(manifest).not.toHaveProperty('peerDependencies');
  });

  it('holds what it needs and nothing it was made from', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'dist/THIRD-PARTY-LICENSES.txt',
        'dist/cli.mjs',
        'dist/index.mjs',
        'dist/testing.mjs',
        'dist/types/core/index.d.ts',
        'dist/types/core/testing.d.ts',
        'schemas/probe-config.schema.json',
        'fixtures/sample-server.mjs',
        'package.json',
      ]),
    );
    const unwanted = /(^|\/)(core|plugins|test|node_modules|\.git)\/(?!.*\.d\.ts$)|(?<!\.d)\.ts$|\.map$|^\./;
    expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
    expect(packed.files.find(({ path }) => path === 'dist/cli.mjs')?.mode).toBe(0o755);
  });

  it('names every package whose code it carries, with its licence', async () => {
    const licences = await readFile(inPackage('dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const names = bundledPackages(JSON.parse(await readFile(join(ROOT, 'dist/meta.json'), 'utf8'))).map((folder) =>
      folder.replace(/^.*node_modules\//, ''),
    );
    expect(names).toContain('commander');
    for (const name of names) expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
    expect(licences).not.toMatch(/^(vitest|esbuild|typescript) /m);
  });

  it('starts without its dependencies and says its version', async () => {
    const { stdout } = await run(process.execPath, [inPackage('dist/cli.mjs'), '--version']);
    expect(stdout).toBe(`${JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version}\n`);
  });

  it.each([
    ['a browser-like library and no Node types', { lib: ['ES2023', 'DOM'], types: [] }],
    ['the types of Node', { lib: ['ES2023'], types: ['node'] }],
  ])('compiles strict consumers, a probe of a new kind and a program, with %s', async (_, libraries) => {
    await copyConsumers();
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types']) {
      const link = join(folder, 'node_modules', name);
      await rm(link, { force: true });
      await symlink(join(ROOT, 'node_modules', name), link);
    }
    const compilerOptions = { ...STRICT, ...libraries };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['probe.ts', 'api.ts'] }));
    const compiled = run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    const output = await compiled.then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    expect(output).toBe('');
  });

  async function copyConsumers(): Promise<void> {
    for (const name of ['probe.ts', 'api.ts'])
      await writeFile(join(folder, name), await readFile(join(CONSUMERS, name)));
  }

  it('runs a program that uses the API by name, and reads no config of the folder', async () => {
    await copyConsumers();
    await writeFile(join(folder, 'toolscore.config.yaml'), 'rules: { no-such-rule: error }');
    await writeFile(join(folder, 'probes.yaml'), 'pairs:\n  - { write: create_note, read: search_notes }\n');
    const outDir = join(folder, 'compiled');
    const compilerOptions = { ...STRICT, lib: ['ES2023', 'DOM'], types: [], noEmit: false, outDir };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['api.ts'] }));
    await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    const server = [process.execPath, inPackage('fixtures/sample-server.mjs')];
    const script = `const { main } = await import('./compiled/api.js');
console.log(JSON.stringify(await main(${JSON.stringify(server)}, 'probes.yaml')));`;
    await writeFile(join(folder, 'run.mjs'), script);
    const { stdout, stderr } = await run(process.execPath, ['run.mjs'], { cwd: folder });
    expect(stderr).toBe('');
    const found = JSON.parse(stdout) as Record<string, unknown> & { probes: unknown[]; files: string[] };
    expect(found).toMatchObject({
      tools: ['create_note', 'list_notes', 'search_notes', 'delete_note', 'export_notes'],
      writes: ['create_note'],
      tokens: 301,
      lint: ['required-undeclared', 'description-short', 'property-untyped'],
      happy: '4/5',
      probes: [
        ['bound', 'list_notes', 'pass', 'high'],
        ['round-trip', 'create_note', 'pass', 'high'],
      ],
      card: { grade: 'B', uncappedGrade: 'B', effectRate: 1, score: '0.862' },
      enough: true,
      problems: [
        'probes.json: allow_writes: a probe config cannot turn writes on. Only the command line (--allow-writes) or the API may let a run write.',
        'probes.json: pair: unknown key. Did you mean "pairs"?',
      ],
    });
    expect(found.files).toEqual([expect.stringMatching(/^toolscore server grade score /), '# MCP Scorecard:', '<svg']);
  }, 60_000);
});

const STRICT = {
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  target: 'ES2023',
  module: 'NodeNext',
  noEmit: true,
};
