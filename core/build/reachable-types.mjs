// The compiler writes a declaration for each module it reads; a user of the package reads those that its entries lead to.
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Modules of the package that a declaration names, however it does. */
const named = (text) =>
  Array.from(text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])(\.[^'"\n]+)\1/g), ([, , name]) => name);

/** Removes every declaration in `folder` that none of `entries`, paths in it, leads to. */
export async function keepReachable(folder, entries) {
  const kept = new Set();
  const open = entries.map((entry) => resolve(folder, entry));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (kept.has(file)) continue;
    kept.add(file);
    const text = await readFile(file, 'utf8');
    open.push(...named(text).map((name) => resolve(dirname(file), name.replace(/\.js$/, '.d.ts'))));
  }
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(files.filter((file) => !kept.has(resolve(file))).map((file) => rm(file)));
}
