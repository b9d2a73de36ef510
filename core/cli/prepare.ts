/** From options, files and what ships to a kernel that is ready to run. Everything the user wrote is checked here. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import { loadConfig } from '../config/load.js';
import type { ResolvedConfig } from '../config/types.js';
import type { Plugin } from '../define.js';
import { isObject, type JsonObject } from '../json.js';
import { Kernel } from '../kernel.js';
import { loadPlugins } from '../load/load.js';
import type { ModuleLoader } from '../load/module.js';
import type { Permissions } from '../model.js';
import type { Problems } from '../problems.js';
import { createRegistry } from '../rules/registry.js';
import { parseRuleFlag } from '../rules/toggles.js';
import type { Composition, Shipped } from './composition.js';
import type { Given } from './options.js';

export interface ConfigRequest {
  readonly cwd: string;
  readonly modules: ModuleLoader;
  readonly path: string | undefined;
}

/** The config with the flags of the command line laid over it. What is wrong is kept in `problems`; undefined when it cannot be read at all. */
export async function configOf(
  options: Given,
  { flags }: Composition,
  shipped: Shipped,
  request: ConfigRequest,
  problems: Problems,
): Promise<ResolvedConfig | undefined> {
  const set: { readonly flag: string; readonly set: ConfigFile }[] = [];
  const add = (flag: string, read: () => ConfigFile): void => {
    const said = problems.attempt(read);
    if (said !== undefined) set.push({ flag, set: said });
  };
  for (const text of options.rule ?? [])
    add(`--rule ${text}`, () => ({ rules: parseRuleFlag(text).rules }) as ConfigFile);
  for (const specifier of options.plugin ?? []) add(`--plugin ${specifier}`, () => ({ plugins: [specifier] }));
  if (options.scorer !== undefined) {
    add(`--scorer ${options.scorer}`, () => ({ scoring: { use: options.scorer as string } }));
  }
  for (const { flags: form, plugin, option, value, key, unset } of flags.pluginFlags) {
    const given = options[key];
    if (given === undefined || given === unset) continue;
    const flag = /--[\w-]+/.exec(form)?.[0] ?? form;
    add(flag, () => ({ probes: { [plugin]: { [option]: value(given as string) } } }));
  }
  const { presets, defaultPreset, plugins } = shipped;
  const ids = new Set(plugins.flatMap(({ rules = [] }) => rules.map(({ id }) => id)));
  const taken = plugins.map(({ name }) => name);
  const context = { ...request, presets: onlyKnown(presets, ids), defaultPreset, taken };
  return problems.wait(() => loadConfig({ ...context, flags: set }));
}

/** Presets speak of all rules that can ship; a plugin that was taken out has taken its rules along. */
function onlyKnown(presets: Shipped['presets'], ids: ReadonlySet<string>): Shipped['presets'] {
  return new Map(
    [...presets].map(([name, toggles]) => [
      name,
      Object.fromEntries(Object.entries(toggles).filter(([id]) => ids.has(id))),
    ]),
  );
}

/**
 * The kernel for a config.
 * @throws UsageError with everything that is wrong with plugins, rules and options
 */
export async function kernelOf(
  config: ResolvedConfig,
  shipped: Shipped,
  {
    version,
    permissions,
    cwd,
    modules,
  }: {
    readonly version: string;
    readonly permissions: Permissions;
    readonly cwd: string;
    readonly modules: ModuleLoader;
  },
): Promise<Kernel> {
  const taken = shipped.plugins.map(({ name }) => name);
  const outside = config.plugins.length === 0 ? [] : await loadPlugins(config.plugins, { cwd, modules, taken });
  const { use, options } = config.scoring;
  return Kernel.create({
    version,
    permissions,
    plugins: [...shipped.plugins, ...outside.map(({ plugin }) => plugin)],
    options: config.probes,
    scoring: { use: use?.value ?? shipped.defaultScorer, options, origin: use?.origin ?? { source: 'built in' } },
    rules: (plugins, problems) => {
      const registry = createRegistry();
      const origins = new Map(outside.map(({ plugin, origin }) => [plugin.name, origin]));
      for (const plugin of plugins) {
        const origin = origins.get(plugin.name);
        const from = { plugin: plugin.name, origin: origin ?? { source: 'built in' }, builtIn: origin === undefined };
        for (const rule of plugin.rules ?? []) registry.add(rule, from);
      }
      return registry.seal({ layers: config.layers, kinds: kindsOf(plugins) }, problems);
    },
  });
}

function kindsOf(plugins: readonly Plugin[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    plugins.flatMap(({ emits = {} }) =>
      Object.entries(emits).map(([kind, schema]): [string, JsonObject] => [kind, isObject(schema) ? schema : {}]),
    ),
  );
}
