#!/usr/bin/env node
// Makes dist/: the bundle, its type declarations and the licences of what was bundled. Ends with a table of sizes, and
// fails when the package has grown over its limit.
import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle, ENTRIES } from './bundle.mjs';
import { licenceText } from './licences.mjs';
import { packageSize } from './package-size.mjs';
import { keepReachable } from './reachable-types.mjs';

const LIMIT_BYTES = 4_500_000;
const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

async function declarations() {
  await rm(join(root, 'dist/types'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', join(root, 'core/build/tsconfig.types.json')]).catch((error) => {
    throw new Error(`the declarations do not compile:\n${error.stdout}`);
  });
  // The root of the API loads what ships; none of it shows in the types of the API.
  for (const folder of ['plugins', 'rules'])
    await rm(join(root, 'dist/types', folder), { recursive: true, force: true });
  // Core names no observation kind, yet the built-in ones belong to the types of the package.
  for (const module of ['observations', 'gate', 'readiness'])
    await appendFile(join(root, 'dist/types/core/index.d.ts'), `import '../schemas/${module}.gen.js';\n`);
  await keepReachable(join(root, 'dist/types'), ['core/index.d.ts', 'core/testing.d.ts']);
}

/** Bytes that loading an entry reads: itself and, all the way down, what it imports statically. */
function eagerBytes({ outputs }, entry) {
  const seen = new Set();
  const open = [entry];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const { path, kind } of outputs[next].imports)
      if (kind === 'import-statement' && outputs[path]) open.push(path);
  }
  return [...seen].reduce((sum, path) => sum + outputs[path].bytes, 0);
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);

function printSizes(metafile, { packed, unpacked, files }) {
  const outputs = Object.entries(metafile.outputs);
  const chunks = outputs.filter(([, { entryPoint }]) => !Object.values(ENTRIES).includes(entryPoint));
  for (const name of Object.keys(ENTRIES))
    console.log(`dist/${name}.mjs`.padEnd(18), kB(eagerBytes(metafile, `dist/${name}.mjs`)), ' at start');
  console.log(
    `${chunks.length} chunks`.padEnd(18),
    kB(chunks.reduce((sum, [, { bytes }]) => sum + bytes, 0)),
    ' in all',
  );
  console.log('package'.padEnd(18), kB(unpacked), ` in ${files.length} files, ${kB(packed).trim()} to download`);
}

try {
  await import('./generate.mjs');
  const [metafile] = await Promise.all([bundle(root), declarations()]);
  await writeFile(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), await licenceText(root, metafile));
  // Which chunk holds what; for tests and for the curious, not for the package.
  await writeFile(join(root, 'dist/meta.json'), JSON.stringify(metafile));
  const size = await packageSize(root);
  printSizes(metafile, size);
  if (size.unpacked > LIMIT_BYTES) throw new Error(`the package has ${size.unpacked} bytes, more than ${LIMIT_BYTES}`);
} catch (error) {
  // What esbuild finds it has printed by now.
  console.error(`build failed: ${error.errors === undefined ? error.message : 'see above'}`);
  process.exitCode = 1;
}
