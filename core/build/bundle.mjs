// The JavaScript of the package: three entries and the chunks they share, every dependency but jiti bundled in.
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

export const ENTRIES = { cli: 'core/cli/main.ts', index: 'core/index.ts', testing: 'core/testing.ts' };
/** jiti loads plugins written in TypeScript. It brings its own Babel, as large as all the rest together. */
const EXTERNAL = ['jiti'];

/**
 * CommonJS packages call `require('util')`, which an ES module does not have. `createRequire` in a banner would load
 * with every chunk; this costs only the chunks that need it, at the moment they do.
 */
const builtinsOfCommonJs = {
  name: 'builtins-of-commonjs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ kind, path }) =>
      kind === 'require-call' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'builtin' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * `await import('a-commonjs-package')` gives Node's view of it: its exports by name, and all of them as `default`. In a
 * chunk of its own esbuild knows only the latter, so the names are looked up now, by loading the package.
 */
const namesOfCommonJs = {
  name: 'names-of-commonjs',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[@a-z]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || EXTERNAL.includes(path) || pluginData === 'seen') return undefined;
      const found = await resolve(path, { kind: 'import-statement', resolveDir, pluginData: 'seen' });
      const commonJs = found.path.endsWith('.js') && isCommonJs(found.path);
      return commonJs ? { path, namespace: 'commonjs', pluginData: found.path } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'commonjs' }, ({ pluginData: file }) => {
      const names = Object.keys(createRequire(import.meta.url)(file)).filter(
        (name) => /^[\w$]+$/.test(name) && name !== 'default',
      );
      const contents = `const all = require(${JSON.stringify(file)});
export default all;
${names.map((name) => `const _${name} = all.${name}; export { _${name} as ${name} };`).join('\n')}`;
      return { contents, resolveDir: dirname(file) };
    });
  },
};

/** By the `type` of the nearest package.json, as Node decides it. */
function isCommonJs(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).type !== 'module';
    if (dirname(folder) === folder) return false;
  }
}

/**
 * Bundles into `root/dist` and returns esbuild's metafile. Files of an earlier build go only after the new ones are
 * written, so that a program running from there keeps its lazy chunks as long as possible.
 */
export async function bundle(root) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    // Flat, so that `../` from any chunk is the root of the package, as it is from the entries.
    chunkNames: 'chunk-[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: EXTERNAL,
    plugins: [builtinsOfCommonJs, namesOfCommonJs],
    // Names stay: a stack trace in a report of a user is worth more than the bytes.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const dist = join(root, 'dist');
  await mkdir(dist, { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  await chmod(join(dist, 'cli.mjs'), 0o755);
  const current = new Set(outputFiles.map(({ path }) => basename(path)));
  const stale = (await readdir(dist)).filter((name) => name.endsWith('.mjs') && !current.has(name));
  await Promise.all(stale.map((name) => rm(join(dist, name))));
  return metafile;
}
