import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'dist/cli.mjs');

interface Meta {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

/** Preloaded: writes the address of every module that Node loads to the file in `LOADED_FILE`. */
const TRACE = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
  import { appendFileSync } from 'node:fs';
  export async function load(url, context, next) {
    appendFileSync(process.env.LOADED_FILE, url + '\\\\n');
    return next(url, context);
  }\`));
`;

/** Start-up and ordinary runs are fast because most of the package stays unread. */
describe('the built command line loads', () => {
  let folder: string;
  let meta: Meta;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolscore-loaded-'));
    await writeFile(join(folder, 'trace.mjs'), TRACE);
    meta = JSON.parse(await readFile(join(ROOT, 'dist/meta.json'), 'utf8')) as Meta;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Addresses of the modules that were loaded while the command ran. */
  async function modulesOf(...args: string[]): Promise<string[]> {
    const file = join(folder, 'loaded.txt');
    await rm(file, { force: true });
    await promisify(execFile)(process.execPath, ['--import', join(folder, 'trace.mjs'), CLI, ...args], {
      cwd: folder,
      env: { ...process.env, LOADED_FILE: file },
    });
    const loaded = (await readFile(file, 'utf8')).trim().split('\n');
    return loaded.filter((url) => url.startsWith('file:'));
  }

  /** Names of the bundled packages whose code was read while the command ran. */
  async function packagesOf(...args: string[]): Promise<string[]> {
    const inputs = (await modulesOf(...args)).flatMap((url) => {
      const outside = url.match(/node_modules\/.*/)?.[0];
      return outside === undefined ? Object.keys(meta.outputs[`dist/${basename(url)}`]?.inputs ?? {}) : [outside];
    });
    const names = inputs.map((input) => input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))].sort();
  }

  it('no package to say its version', async () => {
    expect(await packagesOf('--version')).toEqual([]);
  });

  it('only the parser of the command line to say its help', async () => {
    expect(await packagesOf('--help')).toEqual(['commander']);
  });

  it('few files, because finding and linking one takes longer than reading it', async () => {
    expect((await modulesOf('--version')).length).toBeLessThanOrEqual(2);
    expect((await modulesOf('demo')).length).toBeLessThanOrEqual(16);
  });

  it('nothing of HTTP for a server that is started', async () => {
    const own = (await modulesOf('demo')).flatMap((url) =>
      Object.keys(meta.outputs[`dist/${basename(url)}`]?.inputs ?? {}),
    );
    expect(own).toContain('core/session/stdio.ts');
    expect(own.filter((input) => /^core\/(session\/http\/|cli\/http-target)/.test(input))).toEqual([]);
  });

  it('no YAML, no schema validator, no SDK, no logger and no TypeScript for an ordinary run', async () => {
    const packages = await packagesOf('demo');
    expect(packages).toContain('tapable');
    const heavy = /^(yaml|ajv.*|@modelcontextprotocol\/.*|zod|pino.*|jiti|re2js|fast-check|@eslint-community\/.*)$/;
    expect(packages.filter((name) => heavy.test(name))).toEqual([]);
  });
});
