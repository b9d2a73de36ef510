import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { project } from './folder.js';

// The test runner has its own way of importing; how Node itself resolves `toolscore` shows only in the built program.
const root = fileURLToPath(new URL('../../', import.meta.url));
const out = join(root, 'node_modules/.cache/toolscore-native-test');

const PROGRAM = `
import { createModuleLoader } from './module.mjs';
const url = new URL('./index.mjs', import.meta.url).href;
globalThis.running = await import(url);
const [cwd, ...files] = process.argv.slice(2);
const modules = createModuleLoader({ toolscore: url, 'toolscore/testing': new URL('./testing.mjs', import.meta.url).href }, cwd);
const found = {};
for (const file of files) {
  const { exports, problem } = await modules.import(cwd + '/' + file);
  found[file] = problem ?? exports.default ?? exports;
}
console.log(JSON.stringify(found));
`;

beforeAll(async () => {
  await mkdir(out, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: { module: 'core/load/module.ts', index: 'core/index.ts' },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Node finds what is installed by itself; only our own modules matter here.
    packages: 'external',
    logLevel: 'error',
  });
  await writeFile(join(out, 'testing.mjs'), 'export const testRule = "the running one";');
  await writeFile(join(out, 'program.mjs'), PROGRAM);
});
afterAll(() => rm(out, { recursive: true, force: true }));

async function importAll(files: Readonly<Record<string, string | object>>): Promise<Record<string, unknown>> {
  const cwd = await project(files);
  const names = Object.keys(files).filter((name) => /\.[cm]?[jt]s$/.test(name) && !name.includes('other-copy'));
  const { stdout } = await promisify(execFile)(process.execPath, [join(out, 'program.mjs'), cwd, ...names]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const OTHER_COPY = {
  'node_modules/toolscore/package.json': {
    name: 'toolscore',
    version: '9.9.9',
    exports: { '.': { import: './other-copy.mjs', require: './other-copy.cjs' }, './testing': './other-copy.mjs' },
  },
  'node_modules/toolscore/other-copy.mjs': 'export const definePlugin = 1; export const testRule = 1;',
  'node_modules/toolscore/other-copy.cjs': 'exports.definePlugin = 1; exports.testRule = 1;',
};
const ESM =
  "import { definePlugin } from 'toolscore'; export default definePlugin === globalThis.running.definePlugin;";
const PLUGINS = {
  'plugin.mjs': ESM,
  'plugin.ts': `const wanted: boolean = true; ${ESM}`,
  'plugin.js': ESM,
  'module/package.json': { type: 'module' },
  'module/plugin.js': ESM,
  'plugin.cjs': "module.exports = { default: require('toolscore').definePlugin === globalThis.running.definePlugin };",
  'inner.mjs': "export { default } from './plugin.mjs';",
  'node_modules/toolscore-plugin-x/package.json': { name: 'toolscore-plugin-x', type: 'module', exports: './index.js' },
  'node_modules/toolscore-plugin-x/index.js': ESM,
  'package.ts': "export { default } from 'toolscore-plugin-x';",
};

it.each([
  ['without a copy beside them', {}],
  ['with another copy beside them', OTHER_COPY],
])('plugins of every kind get the running copy, %s', async (_, copy) => {
  const found = await importAll({ ...copy, ...PLUGINS });
  expect(Object.keys(found).length).toBe(8);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, true])));
});

it('gives them the testing helpers of the running copy', async () => {
  const text = "import { testRule } from 'toolscore/testing'; export default testRule;";
  const found = await importAll({ ...OTHER_COPY, 'plugin.mjs': text, 'plugin.ts': text });
  expect(found).toEqual({ 'plugin.mjs': 'the running one', 'plugin.ts': 'the running one' });
});

it('says where a file that cannot be loaded is wrong, whatever its kind', async () => {
  const found = await importAll({
    'syntax.mjs': 'export const a = 1;\nconst b = ;\n',
    'syntax.cjs': 'const a = 1;\nconst b = ;\n',
    'syntax.ts': 'const a: number = 1;\nconst b = ;\n',
    'throws.mjs': 'export const a = 1;\n\nthrow new Error("no limits");\n',
    'throws.ts': 'export const a: number = 1;\n\nthrow new Error("no limits");\n',
    'rejects.mjs': 'await Promise.reject("no reason");',
    'missing.mjs': "import './gone.mjs';",
    'package.mjs': "import 'a-package-nobody-has';",
  });
  expect(found).toEqual({
    'syntax.mjs': 'syntax.mjs:2:10  syntax error: Unexpected token.',
    'syntax.cjs': 'syntax.cjs:2:10  syntax error: Unexpected token.',
    'syntax.ts': 'syntax.ts:2:10  syntax error: Unexpected token.',
    'throws.mjs': 'throws.mjs:3  failed while it was loaded: no limits',
    'throws.ts': 'throws.ts:3  failed while it was loaded: no limits',
    'rejects.mjs': 'rejects.mjs  threw no reason while it was loaded.',
    'missing.mjs': 'missing.mjs  imports "./gone.mjs", which cannot be found. Install it, or correct the path.',
    'package.mjs':
      'package.mjs  imports "a-package-nobody-has", which cannot be found. Install it, or correct the path.',
  });
});
