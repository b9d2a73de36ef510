/** Our own TypeScript as a process of its own, for what only two processes can show. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { project } from '../load/folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Makes a program of TypeScript that imports from the root of the package; resolves to how to run it: arguments in, standard output out. */
export async function program(source: string): Promise<(...args: string[]) => Promise<string>> {
  const folder = await project({});
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // What comes from CommonJS still asks for Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    external: ['jiti'],
    logLevel: 'error',
  });
  return async (...args) => (await run(process.execPath, [outfile, ...args])).stdout;
}
