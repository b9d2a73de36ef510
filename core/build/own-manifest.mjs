// What the code wants of our own package.json: its name and version. Bundled as it is, the whole file would be a chunk
// of its own, loaded by every start; so each module that imports it gets the two texts inline.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const ownManifest = {
  name: 'own-manifest',
  setup({ initialOptions, onResolve, onLoad }) {
    const file = join(initialOptions.absWorkingDir, 'package.json');
    onResolve({ filter: /\/package\.json$/ }, ({ path, resolveDir, importer }) =>
      join(resolveDir, path) === file ? { path: `package.json for ${importer}`, namespace: 'manifest' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'manifest' }, async () => {
      const { name, version } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: `export default ${JSON.stringify({ name, version })};` };
    });
  },
};
