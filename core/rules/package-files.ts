/** Finds what ships in the package beside the code: rule files, their pages, schemas. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The package's own folder. The code may run from its source or from a bundle, so it is looked for upwards. */
export async function packageRoot(): Promise<string> {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (manifest !== undefined && (JSON.parse(manifest) as { name?: unknown }).name === 'toolscore') return folder;
    if (dirname(folder) === folder)
      throw new Error('the package of toolscore is not complete: there is no package.json above its code');
  }
}

/** This package's entries as file URLs, by the names that plugins import: of the bundle, or of the sources when they run. */
export async function ownEntries(): Promise<Readonly<Record<'toolscore' | 'toolscore/testing', string>>> {
  const root = await packageRoot();
  const sources = import.meta.url.endsWith('.ts');
  const entry = (name: string): string =>
    pathToFileURL(join(root, sources ? `core/${name}.ts` : `dist/${name}.mjs`)).href;
  return { toolscore: entry('index'), 'toolscore/testing': entry('testing') };
}

/** Ids of the rules that ship. */
export async function builtInRuleIds(): Promise<readonly string[]> {
  const rules = join(await packageRoot(), 'rules');
  const folders = (await readdir(rules, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = await Promise.all(folders.map(({ name }) => readdir(join(rules, name))));
  return names.flatMap((files) =>
    files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml')),
  );
}

/** Kinds of observation that ship. */
export async function builtInKinds(): Promise<readonly string[]> {
  const ending = '.schema.json';
  const files = await readdir(join(await packageRoot(), 'schemas', 'observations'));
  return files.filter((file) => file.endsWith(ending)).map((file) => basename(file, ending));
}

/** Path of `rules/GROUP/ID.ENDING`, or undefined. `id` must have the form of a rule id. */
export async function builtInRuleFile(id: string, ending: 'yaml' | 'md'): Promise<string | undefined> {
  if (!/^[a-z0-9-]+$/.test(id)) return undefined;
  const rules = join(await packageRoot(), 'rules');
  for (const entry of await readdir(rules, { withFileTypes: true }).catch(() => [])) {
    const path = join(rules, entry.name, `${id}.${ending}`);
    if (entry.isDirectory() && (await isFile(path))) return path;
  }
  return undefined;
}

/** Path of the schema of a built-in kind of observation, or undefined. */
export async function builtInSchemaFile(kind: string): Promise<string | undefined> {
  if (!/^[a-z0-9.-]+$/.test(kind)) return undefined;
  const path = join(await packageRoot(), 'schemas', 'observations', `${kind}.schema.json`);
  return (await isFile(path)) ? path : undefined;
}

export function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
