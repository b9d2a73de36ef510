import type { ConfigFile } from '../../schemas/config.gen.js';
import { UsageError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { didYouMean } from '../nearest.js';
import type { Layer, LayerContext } from './types.js';

/** What the names of presets that ship begin with. */
export const OWN = 'toolscore:';

/** What applies when nobody extends a preset that ships. */
export function defaultLayers({ presets, defaultPreset, cwd }: LayerContext): readonly Layer[] {
  const toggles = defaultPreset === undefined ? undefined : presets.get(defaultPreset);
  return toggles === undefined ? [] : [presetLayer(`${OWN}${defaultPreset}`, toggles, cwd)];
}

/**
 * The layers with this preset in place of those that ship and are among them, at the bottom: what files and flags say of
 * single rules still wins. `source` is how the user asked for it.
 * @throws UsageError when no such preset ships
 */
export function withPreset(
  layers: readonly Layer[],
  asked: { readonly preset: string; readonly source: string },
  { presets, cwd }: Pick<LayerContext, 'presets' | 'cwd'>,
): readonly Layer[] {
  const name = asked.preset.startsWith(OWN) ? asked.preset.slice(OWN.length) : asked.preset;
  const toggles = presets.get(name);
  if (toggles !== undefined)
    return [presetLayer(asked.source, toggles, cwd), ...layers.filter(({ source }) => !source.startsWith(OWN))];
  const names = [...presets.keys()];
  throw new UsageError(
    `${asked.source}  there is no preset ${JSON.stringify(asked.preset)}. There are: ${names.join(', ')}.${didYouMean(name, names)}`,
  );
}

export function presetLayer(source: string, rules: JsonObject, folder: string): Layer {
  return { source, value: { rules: rules as NonNullable<ConfigFile['rules']> }, folder, locate: () => ({ source }) };
}
