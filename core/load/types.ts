import type { Plugin } from '../define.js';
import type { Origin } from '../model.js';
import type { ModuleLoader } from './module.js';
import type { PackageInfo } from './package.js';

/** A plugin as somebody asks for it. */
export interface PluginRef {
  readonly specifier: string;
  /** Absolute folder that paths and packages are found from: of the config, of the pack, or the current one. */
  readonly from: string;
  /** Who asks: a flag, or a place in a config. */
  readonly origin: Origin;
}

export interface LoadedPlugin {
  readonly plugin: Plugin;
  /** Absolute path of the module, rule file, folder of rules or pack file it is made from. */
  readonly file: string;
  readonly origin: Origin;
  readonly package: PackageInfo | undefined;
}

export interface LoadContext {
  /** Absolute; what paths in messages are relative to. */
  readonly cwd: string;
  readonly modules: ModuleLoader;
  /** Names that are in use already, such as those of the plugins that ship. */
  readonly taken?: Iterable<string>;
}
