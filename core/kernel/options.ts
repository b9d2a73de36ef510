/** Options of plugins: the config laid over what a plugin declares, checked by name and type. */

import type { Plugin } from '../define.js';
import type { JsonObject } from '../json.js';
import type { Origin } from '../model.js';
import { didYouMean } from '../nearest.js';
import { placeOf } from '../origin.js';

/** What a config says of one plugin's options, with where it says so. */
export interface GivenOptions {
  readonly plugin: string;
  readonly options: JsonObject;
  readonly origin: Origin;
}

/** Each plugin's options, later ones of `given` winning key by key. What does not fit is added to `problems`. */
export function resolveOptions(
  plugins: readonly Plugin[],
  given: readonly GivenOptions[],
  problems: string[],
): ReadonlyMap<string, JsonObject> {
  const byName = new Map<string, JsonObject>(plugins.map(({ name, options }) => [name, options ?? {}]));
  for (const { plugin, options, origin } of given) {
    const before = byName.get(plugin);
    if (before === undefined) {
      problems.push(`${placeOf(origin)}  no plugin is called "${plugin}".${didYouMean(plugin, byName.keys())}`);
      continue;
    }
    const declared = plugins.find(({ name }) => name === plugin)?.options ?? {};
    problems.push(...misfits(plugin, declared, options).map((what) => `${placeOf(origin)}  ${what}`));
    byName.set(plugin, { ...before, ...options });
  }
  return byName;
}

function misfits(plugin: string, declared: JsonObject, given: JsonObject): string[] {
  const names = Object.keys(declared);
  return Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(declared, name)) {
      const has = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
      return [`${plugin} has no option "${name}". ${has}${didYouMean(name, names)}`];
    }
    const [wanted, got] = [typeName(declared[name]), typeName(value)];
    return wanted === got || wanted === 'null'
      ? []
      : [`${plugin}.${name} takes a ${wanted}, found ${got} ${JSON.stringify(value)}.`];
  });
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
