// Lets the scripts of the build use what is written in TypeScript: bundled, imported and gone again.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

let made = 0;

/** Imports a module of TypeScript given as text; its own imports are found from `root`. */
export async function importSources(root, contents) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, sourcefile: 'sources.ts', loader: 'ts' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const folder = join(root, 'node_modules/.cache/toolscore');
  const file = join(folder, `sources-${process.pid}-${++made}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, outputFiles[0].text);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file);
  }
}
