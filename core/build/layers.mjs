// Few chunks for an ordinary run. Left alone, esbuild makes one for every set of modules that some lazy import needs:
// fifty files for one scorecard, each found, read and linked on its own. Here the modules of a run are put into layers,
// and whoever loads one module of a layer loads it whole; then every module of a layer is needed by the same imports.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Lowest first: what is loaded to print a message, until the server is started, and while it starts. */
const LAYERS = {
  base: ['core/cli/exit.ts'],
  start: ['core/cli/run.ts'],
  run: [
    'core/cli/plan.ts',
    'core/cli/terminal.ts',
    'plugins/index.ts',
    'plugins/report-console/scorecard.ts',
    'plugins/report-console/summary.ts',
    'plugins/report-json/document.ts',
  ],
};
const NAMES = Object.keys(LAYERS);
/** Loaded without a layer, or with a low one; all others come with everything. */
const LOW = {
  'core/cli/main.ts': undefined,
  'core/cli/program.ts': 'base',
  'plugins/flags.ts': 'base',
  'core/cli/run.ts': 'start',
};

/** The layers as a plugin of esbuild: each module of ours that is an entry or is imported lazily brings its layer. */
export const layers = {
  name: 'layers',
  setup({ initialOptions, onResolve, onLoad, resolve }) {
    const root = initialOptions.absWorkingDir;

    onResolve({ filter: /^layer:/ }, ({ path }) => ({ path: path.slice('layer:'.length), namespace: 'layer' }));
    onLoad({ filter: /.*/, namespace: 'layer' }, ({ path: name }) => {
      const below = NAMES[NAMES.indexOf(name) - 1];
      // A plugin that was taken out is no reason to fail: its file only was here to load fast.
      const imports = LAYERS[name]
        .filter((file) => existsSync(join(root, file)))
        .map((file) => `import ${JSON.stringify(join(root, file))};`);
      if (below !== undefined) imports.unshift(`import 'layer:${below}';`);
      return { contents: imports.join('\n'), resolveDir: root };
    });

    onResolve({ filter: /\.[jt]s$/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if ((kind !== 'dynamic-import' && kind !== 'entry-point') || pluginData === 'plain') return undefined;
      const { path: file } = await resolve(path, { kind, resolveDir, pluginData: 'plain' });
      const name = relative(root, file).replaceAll(sep, '/');
      const ours = /^(core|plugins)\//.test(name);
      return ours && layerOf(name) !== undefined ? { path: name, namespace: 'lazy' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path: name }) => {
      const file = join(root, name);
      const hasDefault = /^export default /m.test(await readFile(file, 'utf8'));
      const exported = `export * from ${JSON.stringify(file)};${hasDefault ? ` export { default } from ${JSON.stringify(file)};` : ''}`;
      return { contents: `import 'layer:${layerOf(name)}'; ${exported}`, resolveDir: root };
    });
  },
};

const layerOf = (name) => (Object.hasOwn(LOW, name) ? LOW[name] : NAMES.at(-1));
