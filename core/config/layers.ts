/** Follows `extends`: all layers a config is made of, the lowest first. */

import { realpath } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import { describeMissing } from '../load/messages.js';
import { MODULE_ENDINGS } from '../load/module.js';
import { findPlace } from '../load/place.js';
import { readSource } from '../load/source.js';
import type { Origin } from '../model.js';
import { nearest } from '../nearest.js';
import { type Locate, placeOf } from '../origin.js';
import { shownPath } from '../shown-path.js';
import { packLayers } from './pack-layers.js';
import { defaultLayers, OWN, presetLayer } from './presets.js';
import type { Layer, LayerContext } from './types.js';

const CONFIG_ENDINGS: readonly string[] = ['.yaml', '.yml', '.json', ...MODULE_ENDINGS];

/** The layers of the config `file` and of everything it extends. @throws UsageError with every problem of all of them */
export async function readLayers(file: string, context: LayerContext): Promise<readonly Layer[]> {
  const reading = new Reading(context);
  await reading.file(file, []);
  if (reading.problems.length > 0) throw new UsageError([...new Set(reading.problems)]);
  const usesOwn = reading.layers.some(({ source }) => source.startsWith(OWN));
  return usesOwn ? reading.layers : [...defaultLayers(context), ...reading.layers];
}

class Reading {
  readonly layers: Layer[] = [];
  readonly problems: string[] = [];
  readonly #context: LayerContext;
  /** Folders of the packs of which a preset was chosen. */
  readonly #packs = new Set<string>();

  constructor(context: LayerContext) {
    this.#context = context;
  }

  /** `chain`: real paths of the files that extend each other down to this one. */
  async file(path: string, chain: readonly string[]): Promise<void> {
    const { cwd, modules } = this.#context;
    const source = await readSource(path, cwd, modules);
    this.problems.push(...source.problems);
    if (source.value === undefined) return;
    const value = source.value ?? {};
    const { configProblems } = await import('./check.js');
    const found = configProblems({ ...source, value });
    this.problems.push(...found);
    const folder = dirname(path);
    for (const { specifier, origin } of extended(value, source.locate)) {
      await this.#extend(specifier, folder, origin, [...chain, await realpath(path)]);
    }
    if (found.length === 0) this.layers.push({ source: source.shown, value, folder, locate: source.locate });
  }

  async #extend(specifier: string, from: string, origin: Origin, chain: readonly string[]): Promise<void> {
    const { cwd, presets } = this.#context;
    if (specifier.startsWith(OWN)) {
      this.#ownPreset(specifier, origin);
      return;
    }
    const [, base = specifier, preset] = /^(.+):([a-z0-9][a-z0-9-]*)$/.exec(specifier) ?? [];
    const place = await findPlace(base, from, CONFIG_ENDINGS);
    if (place.kind === 'none') {
      if (presets.has(specifier))
        this.#problem(origin, `"${specifier}" is no file and no package. Did you mean "${OWN}${specifier}"?`);
      else this.problems.push(describeMissing({ specifier: base, from, origin }, place, cwd, 'config or pack'));
    } else if (place.kind !== 'file') {
      const { layers, problems } = await packLayers(
        { folder: place.path, base, preset, origin },
        this.#context,
        this.#packs,
      );
      this.layers.push(...layers);
      this.problems.push(...problems);
    } else if (chain.includes(place.path)) {
      const ring = [...chain.slice(chain.indexOf(place.path)), place.path].map((path) => shownPath(path, cwd));
      this.#problem(origin, `configs extend each other in a ring: ${ring.join(' > ')}. Remove one of these entries.`);
    } else if (preset !== undefined)
      this.#problem(origin, `"${base}" is a file, and files have no presets. Leave out ":${preset}".`);
    else if (!CONFIG_ENDINGS.includes(extname(place.path)))
      this.#problem(origin, `"${base}" is no config. Configs end in ${CONFIG_ENDINGS.join(', ')}.`);
    else await this.file(place.path, chain);
  }

  #ownPreset(specifier: string, origin: Origin): void {
    const { presets, cwd } = this.#context;
    const name = specifier.slice(OWN.length);
    const toggles = presets.get(name);
    if (toggles !== undefined) {
      this.layers.push(presetLayer(specifier, toggles, cwd));
      return;
    }
    const names = [...presets.keys()];
    const meant = nearest(name, names);
    const hint = meant === undefined ? '' : ` Did you mean "${OWN}${meant}"?`;
    this.#problem(
      origin,
      `there is no preset "${specifier}". There are: ${names.map((one) => `${OWN}${one}`).join(', ')}.${hint}`,
    );
  }

  #problem(origin: Origin, message: string): void {
    this.problems.push(`${placeOf(origin)}  ${message}`);
  }
}

/** The entries of `extends`, also of a file with problems elsewhere: what they name has problems of its own to tell. */
function extended(value: unknown, locate: Locate): readonly { readonly specifier: string; readonly origin: Origin }[] {
  const given = isObject(value) ? value['extends'] : undefined;
  if (typeof given === 'string' && given !== '') return [{ specifier: given, origin: locate(['extends']) }];
  if (!Array.isArray(given)) return [];
  return given.flatMap((entry: unknown, index) =>
    typeof entry === 'string' && entry !== '' ? [{ specifier: entry, origin: locate(['extends', index]) }] : [],
  );
}
