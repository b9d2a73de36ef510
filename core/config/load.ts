/** Makes the config of a run from the file in the folder or the one that was named, what it extends, and flags. */

import { resolve } from 'node:path';
import type { ConfigFile } from '../../schemas/config.gen.js';
import { shownPath } from '../shown-path.js';
import { findConfig } from './discover.js';
import { mergeLayers } from './merge.js';
import { defaultLayers, withPreset } from './presets.js';
import type { Layer, LayerContext, ResolvedConfig } from './types.js';

export interface ConfigInput extends LayerContext {
  /** The config file; left out, the one in the current folder, if there is one. */
  readonly path?: string | undefined;
  /** Name of a preset that ships, to take the place of those the config extends. */
  readonly preset?: string | undefined;
  /** What the command line or the API sets, in the shape of a config file, each under the name the user gave it. Later ones win. */
  readonly flags?: readonly { readonly flag: string; readonly set: ConfigFile }[];
}

/**
 * Loads the config. Files are checked and read only when there is one, so that an ordinary run loads no parser.
 * @throws UsageError with every problem of every file, before any server is contacted
 */
export async function loadConfig(input: ConfigInput): Promise<ResolvedConfig> {
  const { cwd, preset, flags = [] } = input;
  const file = input.path === undefined ? findConfig(cwd) : resolve(cwd, input.path);
  const found = file === undefined ? defaultLayers(input) : await (await import('./layers.js')).readLayers(file, input);
  const layers = preset === undefined ? found : withPreset(found, { preset, source: `--preset ${preset}` }, input);
  const fromFlags = flags.map(({ flag, set }): Layer => ({
    source: flag,
    value: set,
    folder: cwd,
    locate: () => ({ source: flag }),
  }));
  return mergeLayers([...layers, ...fromFlags], file === undefined ? undefined : shownPath(file, cwd));
}
