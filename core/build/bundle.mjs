// The JavaScript of the package: three entries and the chunks they share, every dependency but jiti bundled in.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { builtinsOfCommonJs, namesOfCommonJs } from './commonjs.mjs';
import { directImports } from './direct-imports.mjs';
import { layers } from './layers.mjs';
import { ownManifest } from './own-manifest.mjs';

export const ENTRIES = { cli: 'core/cli/main.ts', index: 'core/index.ts', testing: 'core/testing.ts' };
/** jiti loads plugins written in TypeScript. It brings its own Babel, as large as all the rest together. */
const EXTERNAL = ['jiti'];

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
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: EXTERNAL,
    plugins: [builtinsOfCommonJs, namesOfCommonJs(EXTERNAL), directImports, ownManifest, layers],
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
