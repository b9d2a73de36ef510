/** Finds a pack by what people call it: its package, its folder, or its namespace. */

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../errors.js';
import { didYouMean } from '../nearest.js';
import { typedPath } from '../shown-path.js';
import { type Pack, packFileOf, readPack } from './pack.js';
import { type PackageInfo, readPackage } from './package.js';
import { findPlace } from './place.js';
import type { LoadContext, PluginRef } from './types.js';

export interface FoundPack {
  /** Absolute, links followed. */
  readonly folder: string;
  readonly pack: Pack;
  readonly info: PackageInfo | undefined;
}

const PREFIX = 'toolscore-pack-';

/**
 * The pack of a package name (also without `toolscore-pack-`), a folder or a namespace. `asked`: what a config or a flag
 * loads, whose namespaces are looked at before those of other installed packs.
 * @throws UsageError with what is wrong with the pack, or the packs there are when none is called so
 */
export async function findPack(name: string, asked: readonly PluginRef[], context: LoadContext): Promise<FoundPack> {
  const { cwd } = context;
  const inFolder = existsSync(join(cwd, name)) ? [`./${name}`] : [];
  for (const called of [name, ...inFolder, `${PREFIX}${name}`]) {
    const place = await findPlace(called, cwd, []);
    const found = place.kind === 'none' || place.kind === 'file' ? undefined : await packAt(place.path, context);
    if (found !== undefined) return found;
  }
  const known: FoundPack[] = [];
  for (const folder of [...(await foldersOf(asked)), ...installed(cwd)]) {
    // One that is broken and was not asked for is no concern of anybody who wants another.
    const found = await packAt(folder, context).catch(() => undefined);
    if (found?.pack.namespace === name) return found;
    if (found !== undefined) known.push(found);
  }
  throw new UsageError(missing(name, known, cwd));
}

async function packAt(folder: string, context: LoadContext): Promise<FoundPack | undefined> {
  const info = await readPackage(folder, context.cwd);
  if (info !== undefined && 'problem' in info) throw new UsageError(info.problem);
  const file = packFileOf(folder, info);
  if (file === undefined) return undefined;
  const { pack, problems } = await readPack(file, info, context);
  if (pack === undefined) throw new UsageError(problems);
  return { folder, pack, info };
}

async function foldersOf(asked: readonly PluginRef[]): Promise<readonly string[]> {
  const places = await Promise.all(asked.map(({ specifier, from }) => findPlace(specifier, from)));
  return places.flatMap((place) => (place.kind === 'folder' || place.kind === 'package' ? [place.path] : []));
}

/** Packages here and in the folders above that are called like packs. */
function installed(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    for (const scope of ['', ...namesIn(modules, '@')])
      for (const name of namesIn(join(modules, scope), PREFIX)) folders.push(join(modules, scope, name));
    if (dirname(folder) === folder) return folders;
  }
}

function namesIn(folder: string, prefix: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function missing(name: string, known: readonly FoundPack[], cwd: string): string {
  const first = `--pack ${name}  there is no package, no folder and no namespace of a pack that is called so.`;
  if (known.length === 0) return `${first} No other pack is installed here.`;
  const names = [
    ...new Set(known.map(({ pack, info, folder }) => `${info?.name ?? typedPath(folder, cwd)} (${pack.namespace})`)),
  ];
  const meant = didYouMean(
    name,
    known.flatMap(({ pack, info }) => [pack.namespace, ...(info?.name === undefined ? [] : [info.name])]),
  );
  return `${first} There are: ${names.join(', ')}.${meant}`;
}
