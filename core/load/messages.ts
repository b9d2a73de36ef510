/** What is said when a plugin cannot be found, or when two of them get in each other's way. */

import type { Origin } from '../model.js';
import { placeOf } from '../origin.js';
import { shownPath, typedPath } from '../shown-path.js';
import type { PackageInfo } from './package.js';
import type { NotFound } from './place.js';
import type { LoadedPlugin, PluginRef } from './types.js';

/** Longest line of a list of places. */
const WIDTH = 100;

/** Every place tried, below the line that says what was not found. */
export function describeMissing(
  { specifier, from, origin }: PluginRef,
  { tried, hint }: Omit<NotFound, 'kind'>,
  cwd: string,
  thing = 'plugin',
): string {
  const where = from === cwd ? 'the current folder' : typedPath(from, cwd);
  const what = `annot find the ${thing} "${specifier}". Tried, from ${where}:`;
  const first = isFlag(origin) ? `C${what}` : `${placeOf(origin)}  c${what}`;
  return [first, ...wrap(tried), ...(hint === '' ? [] : [` ${hint}`])].join('\n');
}

function wrap(places: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const place of places) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + place.length + 3 <= WIDTH) lines[lines.length - 1] = `${last}   ${place}`;
    else lines.push(`  ${place}`);
  }
  return lines;
}

interface Asked {
  readonly info: PackageInfo;
  readonly origin: Origin;
}

export function describeTwoVersions(first: Asked, second: Asked, cwd: string): string {
  const show = ({ info, origin }: Asked): string =>
    `\n  ${info.version ?? 'no version'} in ${typedPath(info.folder, cwd)}, asked for by ${placeOf(origin)}`;
  return `Two versions of the package "${first.info.name}" would be loaded. Keep one of them:${show(first)}${show(second)}`;
}

/** Names must tell plugins apart: in options, in messages, in `after`. */
export function describeClashes(
  plugins: readonly LoadedPlugin[],
  taken: ReadonlySet<string>,
  cwd: string,
): readonly string[] {
  const byName = new Map<string, LoadedPlugin>();
  const problems: string[] = [];
  for (const loaded of plugins) {
    const { name } = loaded.plugin;
    const first = byName.get(name);
    const show = ({ file, origin }: LoadedPlugin): string => `${shownPath(file, cwd)} (${placeOf(origin)})`;
    if (taken.has(name))
      problems.push(`${shownPath(loaded.file, cwd)}  plugin "${name}" has the name of one that ships. Rename it.`);
    else if (first !== undefined)
      problems.push(`Two plugins are called "${name}": ${show(first)} and ${show(loaded)}. Rename one of them.`);
    else byName.set(name, loaded);
  }
  return problems;
}

function isFlag({ source }: Origin): boolean {
  return source.startsWith('--');
}
