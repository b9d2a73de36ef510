// Plugins import the public API and nothing else of core. When bundled with splitting, that one module would tie every
// lazy chunk to everything the API offers; here each name is imported from the file that holds it instead.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

const API = 'core/index.ts';

/** Where each value of the public API comes from, as `./file.js` from the folder of the API. */
export function originsOf(apiSource) {
  const origins = new Map();
  for (const [, names, from] of apiSource.matchAll(/^export \{([^}]*)\} from '([^']+)';/gm)) {
    for (const name of valuesOf(names)) origins.set(name, from);
  }
  return origins;
}

/** Names of a list in braces, type-only ones left out: they leave no trace in the bundle. */
const valuesOf = (names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));

/** The source with its imports of the API replaced. Throws when it wants a value that the API does not have. */
export function withDirectImports(source, origins) {
  return source.replace(/^import \{([^}]*)\} from '((?:\.\.?\/)+core\/)index\.js';/gm, (_, names, core) =>
    valuesOf(names)
      .map((name) => {
        const from = origins.get(name.split(' as ')[0]);
        if (from === undefined) throw new Error(`${API} exports no value called ${name}`);
        return `import { ${name} } from '${core}${from.replace(/^\.\//, '')}';`;
      })
      .join(' '),
  );
}

export const directImports = {
  name: 'direct-imports',
  setup({ initialOptions, onLoad }) {
    const root = initialOptions.absWorkingDir;
    const origins = readFile(join(root, API), 'utf8').then(originsOf);
    onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
      if (relative(root, dirname(path)).split(sep)[0] !== 'plugins') return undefined;
      return { loader: 'ts', contents: withDirectImports(await readFile(path, 'utf8'), await origins) };
    });
  },
};
