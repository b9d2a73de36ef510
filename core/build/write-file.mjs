import { readFile, rename, writeFile } from 'node:fs/promises';

/** Writes a file when its text changed, in one step: somebody else may be reading it. Resolves to whether it did. */
export async function writeIfChanged(file, text) {
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before === text) return false;
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text);
  await rename(draft, file);
  return true;
}
