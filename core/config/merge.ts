/** Lays layers over each other. Makes new objects and changes none: two configs that use one pack must not feel each other. */

import { isAbsolute, resolve } from 'node:path';
import type { ConfigFile } from '../../schemas/config.gen.js';
import { isObject, type JsonObject } from '../json.js';
import type { PluginRef } from '../load/types.js';
import type { Origin, Output } from '../model.js';
import type {
  ArgumentSetting,
  Layer,
  ProbeOption,
  ResolvedConfig,
  ScoringSetting,
  ServerSetting,
  Setting,
  ToggleLayer,
} from './types.js';

/** `file`: the config file as messages show it. Layers come lowest first. */
export function mergeLayers(layers: readonly Layer[], file: string | undefined): ResolvedConfig {
  return {
    file,
    layers: layers.map(toggles).filter(({ rules }) => Object.keys(rules).length > 0),
    plugins: layers.flatMap(plugins),
    probes: lastByKey(layers.flatMap(probeOptions), ({ plugin, options }) => [plugin, ...Object.keys(options)]),
    scoring: scoring(layers),
    server: layers.map(server).findLast((setting) => setting !== undefined),
    args: lastByKey(layers.flatMap(args), ({ tool, name }) => [tool, name]),
    argsFiles: layers.flatMap(argsFiles),
    timeoutMs: last(layers, 'timeout', (seconds) => Math.ceil(seconds * 1000)),
    maxTimeMs: last(layers, 'maxTime', (seconds) => Math.ceil(seconds * 1000)),
    reports: lastByKey(layers.flatMap(reports), ({ value }) => [value.path]),
    failUnder: last(layers, 'failUnder', (value) => String(value)),
    baseline: last(layers, 'baseline', (path, folder) => resolve(folder, path)),
    ci: last(layers, 'ci', (value) => value),
    readOnly: last(layers, 'readOnly', (value) => value),
  };
}

/** The setting of the last layer that has it. */
function last<K extends keyof ConfigFile, T>(
  layers: readonly Layer[],
  key: K,
  convert: (value: NonNullable<ConfigFile[K]>, folder: string) => T,
): Setting<T> | undefined {
  const layer = layers.findLast(({ value }) => value[key] !== undefined);
  const value = layer?.value[key];
  if (layer === undefined || value === undefined || value === null) return undefined;
  return { value: convert(value, layer.folder), origin: layer.locate([key], true) };
}

/** Of entries with the same key, the last one, at the place of the first. */
function lastByKey<T>(entries: readonly T[], keyOf: (entry: T) => readonly string[]): readonly T[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(keyOf(entry)), entry])).values()];
}

function toggles({ source, value, locate, foreign }: Layer): ToggleLayer {
  const rules = value.rules ?? {};
  return { source, rules, locate: (path, atKey) => locate(['rules', ...path], atKey), ...(foreign && { foreign }) };
}

function plugins({ value, folder, locate }: Layer): readonly PluginRef[] {
  return (value.plugins ?? []).map((specifier, index) => ({
    specifier,
    from: folder,
    origin: locate(['plugins', index]),
  }));
}

function probeOptions({ value, locate }: Layer): readonly ProbeOption[] {
  return Object.entries(value.probes ?? {}).flatMap(([plugin, options]) =>
    Object.entries(options).map(([name, option]) => ({
      plugin,
      options: { [name]: option },
      origin: locate(['probes', plugin, name], true),
    })),
  );
}

/** Options belong to a scorer: a layer that chooses another one starts afresh. */
function scoring(layers: readonly Layer[]): ScoringSetting {
  let use: Setting<string> | undefined;
  let options: JsonObject = {};
  let origins = new Map<string, Origin>();
  for (const { value, locate } of layers) {
    const { use: name, ...given } = value.scoring ?? {};
    if (name !== undefined) {
      if (use !== undefined && use.value !== name) [options, origins] = [{}, new Map()];
      use = { value: name, origin: locate(['scoring', 'use'], true) };
    }
    for (const [option, next] of Object.entries(given)) {
      const before = options[option];
      const joins = isObject(before) && isObject(next);
      options = { ...options, [option]: joins ? { ...before, ...next } : next };
      origins.set(option, locate(['scoring', option], true));
      const members = isObject(next) ? Object.keys(next) : [];
      for (const member of members) origins.set(`${option}.${member}`, locate(['scoring', option, member], true));
    }
  }
  return { use, options, origins };
}

function server({ value, folder, locate }: Layer): ServerSetting | undefined {
  return value.server === undefined ? undefined : { value: value.server, folder, origin: locate(['server'], true) };
}

function args({ value, locate }: Layer): readonly ArgumentSetting[] {
  return Object.entries(value.args ?? {}).flatMap(([tool, values]) =>
    Object.entries(values).map(([name, one]) => ({
      tool,
      name,
      value: one,
      origin: locate(['args', tool, name], true),
    })),
  );
}

function argsFiles({ value, folder, locate }: Layer): readonly Setting<string>[] {
  return (value.argsFiles ?? []).map((path, index) => ({
    value: resolve(folder, path),
    origin: locate(['argsFiles', index]),
  }));
}

function reports({ value, folder, locate }: Layer): readonly Setting<Output>[] {
  return (value.reports ?? []).map(({ format, path }, index) => ({
    value: { format, path: path === '-' || isAbsolute(path) ? path : resolve(folder, path) },
    origin: locate(['reports', index]),
  }));
}
