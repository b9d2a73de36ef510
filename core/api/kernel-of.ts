/** From a config and what ships to a kernel that is ready to run. The command line and the API go through here alike. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import type { ResolvedConfig } from '../config/types.js';
import type { Plugin } from '../define.js';
import { isObject, type JsonObject } from '../json.js';
import { Kernel } from '../kernel.js';
import type { Origin, Permissions } from '../model.js';
import { createRegistry, type Elsewhere } from '../rules/registry.js';
import type { PluginFlag, Shipped } from '../shipped.js';

export interface KernelRequest {
  readonly version: string;
  readonly permissions: Permissions;
  /** Plugins that ship, those a run leaves out taken away. */
  readonly plugins: readonly Plugin[];
  /** Plugins from outside, loaded. */
  readonly outside: readonly { readonly plugin: Plugin; readonly origin: Origin }[];
  /** What ships and has no part in this run: a config may set its options and toggle its rules all the same. */
  readonly elsewhere?: () => Promise<readonly Plugin[]>;
  /** Hears what the user had better write otherwise, and what works all the same. */
  readonly notice?: (text: string) => void;
}

/**
 * The kernel for a config.
 * @throws UsageError with everything that is wrong with plugins, rules and options
 */
export async function kernelOf(
  config: Pick<ResolvedConfig, 'layers' | 'probes' | 'scoring'>,
  { defaultScorer, scorers }: Pick<Shipped, 'defaultScorer' | 'scorers'>,
  { version, permissions, plugins: own, outside, elsewhere = () => Promise.resolve([]), notice }: KernelRequest,
): Promise<Kernel> {
  const { use, options } = config.scoring;
  const all = [...own, ...outside.map(({ plugin }) => plugin)];
  return Kernel.create({
    version,
    permissions,
    plugins: all,
    options: await optionsFor(config.probes, all, elsewhere),
    scoring: {
      use: use?.value ?? defaultScorer,
      options,
      origin: use?.origin ?? { source: 'built in' },
      others: [...scorers.keys()],
    },
    rules: (plugins, problems) => {
      const registry = createRegistry();
      const origins = new Map(outside.map(({ plugin, origin }) => [plugin.name, origin]));
      for (const plugin of plugins) {
        const origin = origins.get(plugin.name);
        const from = { plugin: plugin.name, origin: origin ?? { source: 'built in' }, builtIn: origin === undefined };
        for (const rule of plugin.rules ?? []) registry.add(rule, from);
      }
      const others = async (): Promise<Elsewhere> => {
        const ships = await elsewhere();
        const ids = ships.flatMap(({ rules = [] }) => rules.map(({ id }) => id));
        return { rules: new Set(ids), kinds: new Set(kindsOf(ships).keys()) };
      };
      return registry.seal({ layers: config.layers, kinds: kindsOf(plugins), elsewhere: others, notice }, problems);
    },
  });
}

/** The options without those of plugins that have no part in this run. */
async function optionsFor(
  given: ResolvedConfig['probes'],
  plugins: readonly Plugin[],
  elsewhere: () => Promise<readonly Plugin[]>,
): Promise<ResolvedConfig['probes']> {
  const present = new Set(plugins.map(({ name }) => name));
  if (given.every(({ plugin }) => present.has(plugin))) return given;
  const absent = new Set((await elsewhere()).map(({ name }) => name));
  return given.filter(({ plugin }) => present.has(plugin) || !absent.has(plugin));
}

/** The plugins that ship, and those that the chosen scorer needs besides. */
export async function withScorer(
  { plugins, scorers }: Pick<Shipped, 'plugins' | 'scorers'>,
  use: string | undefined,
): Promise<readonly Plugin[]> {
  const more = use === undefined ? undefined : await scorers.get(use)?.();
  return [...new Set([...plugins, ...(more ?? [])])];
}

function kindsOf(plugins: readonly Plugin[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    plugins.flatMap(({ emits = {} }) =>
      Object.entries(emits).map(([kind, schema]): [string, JsonObject] => [kind, isObject(schema) ? schema : {}]),
    ),
  );
}

/** Presets speak of all rules that can ship; a plugin that was taken out has taken its rules along. */
export function knownPresets({ presets }: Pick<Shipped, 'presets'>, plugins: readonly Plugin[]): Shipped['presets'] {
  const ids = new Set(plugins.flatMap(({ rules = [] }) => rules.map(({ id }) => id)));
  return new Map(
    [...presets].map(([name, toggles]) => [
      name,
      Object.fromEntries(Object.entries(toggles).filter(([id]) => ids.has(id))),
    ]),
  );
}

/** One setting of a plugin, in the shape of a config file, under the name the user gave it. */
export interface FlagSetting {
  readonly flag: string;
  /** Throws UsageError when the value cannot be. */
  readonly read: () => ConfigFile;
}

/** What `given` says of plugin options, by the keys of the flags. */
export function pluginSettings(given: JsonObject, flags: readonly PluginFlag[]): readonly FlagSetting[] {
  return flags.flatMap(({ flags: form, plugin, option, value, key, unset }): readonly FlagSetting[] => {
    const said = given[key];
    if (said === undefined || said === unset) return [];
    const flag = /--[\w-]+/.exec(form)?.[0] ?? form;
    return [{ flag, read: () => ({ probes: { [plugin]: { [option]: value(said as string) } } }) }];
  });
}
