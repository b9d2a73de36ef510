/** What a package says of itself: its name and version, its pack, the file its code starts with. */

import { stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { exports as resolveExports } from 'resolve.exports';
import { isObject, type JsonObject } from '../json.js';
import { shownPath } from '../shown-path.js';
import { MODULE_ENDINGS } from './module.js';
import { readPlainFile } from './plain-file.js';
import { whyUnreadable } from './source.js';

export interface PackageInfo {
  readonly folder: string;
  readonly manifest: JsonObject;
  /** Undefined in a package.json that only sets the type of modules, as folders of code have. */
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** The package.json of a folder; undefined when it has none. */
export async function readPackage(
  folder: string,
  cwd: string,
): Promise<PackageInfo | { readonly problem: string } | undefined> {
  const file = join(folder, 'package.json');
  let manifest: unknown;
  try {
    manifest = JSON.parse(readPlainFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const why = error instanceof SyntaxError ? `is not JSON: ${error.message}.` : whyUnreadable(error);
    return { problem: `${shownPath(file, cwd)}  ${why}` };
  }
  if (!isObject(manifest)) return { problem: `${shownPath(file, cwd)}  is not an object.` };
  return { folder, manifest, name: textIn(manifest, 'name'), version: textIn(manifest, 'version') };
}

/** The package that a file belongs to: the nearest folder around it whose package.json has a name. */
export async function packageAround(file: string, cwd: string): Promise<PackageInfo | undefined> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = await readPackage(folder, cwd);
    if (found !== undefined && 'name' in found && found.name !== undefined) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

function textIn(object: JsonObject, key: string): string | undefined {
  return typeof object[key] === 'string' && object[key] !== '' ? object[key] : undefined;
}

/** The `toolscore` part: where its pack file is, and its namespace. */
export function packIn({
  manifest,
}: PackageInfo): { readonly pack: string; readonly namespace: string | undefined } | undefined {
  const own = manifest['toolscore'];
  if (!isObject(own)) return undefined;
  const pack = textIn(own, 'pack');
  return pack === undefined ? undefined : { pack, namespace: textIn(own, 'namespace') };
}

/** The file that an import of the package, or of `./path` in it, reaches: the existing one, or those it should have been. */
export async function entryOf(
  { folder, manifest }: PackageInfo,
  entry: string,
): Promise<{ readonly file: string } | { readonly missing: readonly string[] }> {
  const named = namedEntries(manifest, entry).map((path) => join(folder, path));
  const candidates = named.flatMap((path) =>
    extname(path) === '' ? [path, ...MODULE_ENDINGS.map((ending) => `${path}${ending}`)] : [path],
  );
  for (const file of candidates) {
    if ((await stat(file).catch(() => undefined))?.isFile()) return { file };
  }
  return { missing: named };
}

function namedEntries(manifest: JsonObject, entry: string): readonly string[] {
  if (manifest['exports'] === undefined || manifest['exports'] === null) {
    const main = textIn(manifest, 'main');
    if (entry !== '.') return [entry];
    return main === undefined ? [] : [main];
  }
  try {
    // Both kinds of modules load, so a package that only has `require` is as good as one that only has `import`.
    return resolveExports(manifest as { name: string }, entry, { conditions: ['require'] }) ?? [];
  } catch {
    return [];
  }
}
