import type { ConfigFile } from '../../schemas/config.gen.js';
import type { JsonObject } from '../json.js';
import type { Layer, LayerContext } from './types.js';

/** What the names of presets that ship begin with. */
export const OWN = 'toolscore:';

/** What applies when nobody extends a preset that ships. */
export function defaultLayers({ presets, defaultPreset, cwd }: LayerContext): readonly Layer[] {
  const toggles = defaultPreset === undefined ? undefined : presets.get(defaultPreset);
  return toggles === undefined ? [] : [presetLayer(`${OWN}${defaultPreset}`, toggles, cwd)];
}

export function presetLayer(source: string, rules: JsonObject, folder: string): Layer {
  return { source, value: { rules: rules as NonNullable<ConfigFile['rules']> }, folder, locate: () => ({ source }) };
}
