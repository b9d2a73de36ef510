/** Finds what a specifier names: a file, a folder or an installed package. */

import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '../nearest.js';
import { typedPath } from '../shown-path.js';
import { MODULE_ENDINGS } from './module.js';

/** Endings of rule files. */
export const RULE_ENDINGS = ['.yaml', '.yml'] as const;
const PLUGIN_ENDINGS: readonly string[] = [...MODULE_ENDINGS, ...RULE_ENDINGS];

export type Place =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  /** `entry` is what follows the name of the package: `.` or `./sub/path`. */
  | { readonly kind: 'package'; readonly path: string; readonly name: string; readonly entry: string };

export interface NotFound {
  readonly kind: 'none';
  /** Every place that was looked at, as a user would type it. */
  readonly tried: readonly string[];
  /** ` Did you mean …?`, or nothing. */
  readonly hint: string;
}

/** The path of what names a file or folder whatever is installed: `./x`, `../x`, `/x`, `file:///x`. */
function pathIn(specifier: string, from: string): string | undefined {
  if (URL.canParse(specifier) && specifier.startsWith('file:///')) return fileURLToPath(specifier);
  return /^\.{1,2}(?:[/\\]|$)/.test(specifier) || isAbsolute(specifier) ? resolve(from, specifier) : undefined;
}

/**
 * Looks from the folder `from`, for files with one of `endings`, which may be left out. A bare name is an installed
 * package; with such an ending it may be a file, too. Links are followed, so that one thing has one path.
 */
export async function findPlace(specifier: string, from: string, endings = PLUGIN_ENDINGS): Promise<Place | NotFound> {
  const path = pathIn(specifier, from);
  if (path !== undefined) return findPath(path, from, endings);
  const tried: string[] = [];
  const [, name, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name !== undefined) {
    for (const folder of packageFolders(name, from)) {
      if ((await firstExisting([folder]))?.kind === 'folder')
        return { kind: 'package', path: await realpath(folder), name, entry: `.${rest}` };
      tried.push(typedPath(folder, from));
    }
  }
  const file = resolve(from, specifier);
  if (!endings.includes(extname(specifier))) return { kind: 'none', tried, hint: await fileHint(file, from, endings) };
  const found = await findPath(file, from, endings);
  return found.kind === 'none' ? { ...found, tried: [...tried, ...found.tried] } : found;
}

async function findPath(path: string, from: string, endings: readonly string[]): Promise<Place | NotFound> {
  const candidates = candidatesFor(path, endings);
  const found = await firstExisting(candidates);
  if (found !== undefined) return { kind: found.kind, path: await realpath(found.path) };
  const places = candidates.length === 1 ? candidates : [...candidates, join(path, 'package.json')];
  return {
    kind: 'none',
    tried: places.map((place) => typedPath(place, from)),
    hint: await neighbourHint(path, from, endings),
  };
}

function candidatesFor(path: string, endings: readonly string[]): readonly string[] {
  return endings.includes(extname(path)) ? [path] : [path, ...endings.map((ending) => `${path}${ending}`)];
}

async function firstExisting(paths: readonly string[]): Promise<{ kind: 'file' | 'folder'; path: string } | undefined> {
  for (const path of paths) {
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory()) return { kind: 'folder', path };
    if (stats?.isFile()) return { kind: 'file', path };
  }
  return undefined;
}

/** Where Node looks for a package, nearest first. */
function packageFolders(name: string, from: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    if (basename(folder) !== 'node_modules') folders.push(join(folder, 'node_modules', name));
    if (dirname(folder) === folder) return folders;
  }
}

/** Somebody who left out the `./` finds no package and has the file in front of them. */
async function fileHint(path: string, from: string, endings: readonly string[]): Promise<string> {
  const found = await firstExisting(candidatesFor(path, endings));
  return found === undefined ? '' : ` A bare name is a package; did you mean "${typedPath(found.path, from)}"?`;
}

async function neighbourHint(path: string, from: string, endings: readonly string[]): Promise<string> {
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() || endings.includes(extname(entry.name)))
    .map(({ name }) => name);
  const withoutEnding = (name: string): string => basename(name, extname(name));
  const meant = nearest(withoutEnding(basename(path)), names.map(withoutEnding));
  const name = names.find((one) => withoutEnding(one) === meant);
  return name === undefined ? '' : ` Did you mean "${typedPath(join(dirname(path), name), from)}"?`;
}
