/** From options, files and what ships to a kernel that is ready to run. Everything the user wrote is checked here. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import { loadConfig } from '../config/load.js';
import type { Plugin } from '../define.js';
import type { ResolvedConfig } from '../config/types.js';
import { kernelOf, knownPresets, pluginSettings, withScorer } from '../api/kernel-of.js';
import type { Kernel } from '../kernel.js';
import { loadPlugins } from '../load/load.js';
import type { ModuleLoader } from '../load/module.js';
import type { Permissions } from '../model.js';
import type { Problems } from '../problems.js';
import { parseRuleFlag } from '../rules/toggles.js';
import type { Shipped } from '../shipped.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import type { Given } from './options.js';
import { say } from './say.js';

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
  for (const { flag, read } of pluginSettings(options, flags.pluginFlags)) add(flag, read);
  const { defaultPreset, plugins } = shipped;
  const taken = plugins.map(({ name }) => name);
  const context = { ...request, presets: knownPresets(shipped, plugins), defaultPreset, taken, preset: options.preset };
  return problems.wait(() => loadConfig({ ...context, flags: set }));
}

/**
 * The kernel for a config, with the plugins it names from outside.
 * @throws UsageError with everything that is wrong with plugins, rules and options
 */
export async function kernelFor(
  config: ResolvedConfig,
  shipped: Shipped,
  {
    version,
    permissions,
    cwd,
    modules,
    more = [],
  }: {
    readonly version: string;
    readonly permissions: Permissions;
    readonly cwd: string;
    readonly modules: ModuleLoader;
    /** Plugins of this run alone, behind those that ship. */
    readonly more?: readonly Plugin[];
  },
): Promise<Kernel> {
  const plugins = [...(await withScorer(shipped, config.scoring.use?.value)), ...more];
  const taken = plugins.map(({ name }) => name);
  const outside = config.plugins.length === 0 ? [] : await loadPlugins(config.plugins, { cwd, modules, taken });
  const elsewhere = async (): Promise<readonly Plugin[]> => (await shipped.manifest()).plugins;
  const notice = (text: string): void => say(printable(text));
  return kernelOf(config, shipped, { version, permissions, plugins, outside, elsewhere, notice });
}
