// CommonJS packages inside a bundle of ES modules with lazy chunks: what esbuild leaves open.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** The parser of the command line asks for it at once and never uses it; it takes as long to load as the parser. */
const LAZY = ['child_process'];

/**
 * CommonJS packages call `require('util')`, which an ES module does not have. `createRequire` in a banner would load
 * with every chunk; this costs only the modules that need it. Each asks for itself, because a module that several
 * packages share would become one more file to load.
 */
export const builtinsOfCommonJs = {
  name: 'builtins-of-commonjs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ kind, path, importer }) =>
      kind === 'require-call' && isBuiltin(path)
        ? { path: `${path.replace(/^node:/, '')} for ${importer}`, namespace: 'builtin' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const [name] = path.split(' ');
      const builtin = `process.getBuiltinModule(${JSON.stringify(name)})`;
      const lazy = `new Proxy({}, { get: (_, member) => ${builtin}[member] })`;
      return { contents: `module.exports = ${LAZY.includes(name) ? lazy : builtin};` };
    });
  },
};

/**
 * `await import('a-commonjs-package')` gives Node's view of it: its exports by name, and all of them as `default`. In a
 * chunk of its own esbuild knows only the latter, so the names are looked up now, by loading the package.
 */
export const namesOfCommonJs = (external) => ({
  name: 'names-of-commonjs',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[@a-z]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || external.includes(path) || pluginData === 'seen') return undefined;
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
});

/** By the `type` of the nearest package.json, as Node decides it. */
function isCommonJs(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, 'utf8')).type !== 'module';
    if (dirname(folder) === folder) return false;
  }
}
