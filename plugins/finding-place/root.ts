import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The folder that addresses in a repository begin at: the closest one upwards with a `.git`, else `cwd` itself. */
export function repositoryRoot(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return resolve(cwd);
  }
}

/** The parts of a path from `root` downwards; undefined when it does not lie below. */
export function partsBelow(root: string, path: string): readonly string[] | undefined {
  const parts = relative(root, path);
  if (parts === '' || isAbsolute(parts)) return undefined;
  const list = parts.split(sep);
  return list[0] === '..' ? undefined : list;
}
