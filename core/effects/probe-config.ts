/** A probe config as programs hold it, and the way there from the form of its files. Scorecard specification, 4 and 6. */

import { UsageError } from '../errors.js';
import { deepFreeze, isObject, type JsonObject } from '../json.js';
import { showPath } from '../load/quote.js';
import type { Locate, Path, Problem } from '../origin.js';
import { type EffectConfig, emptyEffectConfig } from './config.js';
import { shapeProblems } from './config-shape.js';

/** Argument values by tool name, `*` for all tools, and by argument name. */
export interface ArgValues {
  readonly [toolOrStar: string]: { readonly [name: string]: unknown };
}

/** What an author declares; everything may be left out. In files the keys are in snake_case. */
export interface ProbeConfig extends Partial<EffectConfig> {
  /** Values that the server accepts. */
  readonly args?: ArgValues;
}

/** Everything that is wrong with a probe config, each problem `<file>: <path>: <what>`. */
export class ProbeConfigError extends UsageError {
  override readonly name = 'ProbeConfigError';
}

/** How messages name a config and its parts. */
export interface ConfigSource {
  readonly name: string;
  readonly locate?: Locate | undefined;
  /** Keys are written in camelCase: it comes from a program. */
  readonly inCode?: boolean;
}

const IN_CODE: ConfigSource = { name: 'config', inCode: true };

/** Beside the configs, not in them: a config stays plain data, whoever hands it on. */
const sources = new WeakMap<object, ConfigSource>();

/**
 * Reads the file form of a config, as JSON or YAML gives it. `source` names it in messages.
 * @throws ProbeConfigError with everything that is wrong with its shape
 */
export function parseProbeConfig(value: unknown, source = 'probe config'): ProbeConfig {
  return parseFrom(value, { name: source });
}

/** The same, with the places of its parts. @throws ProbeConfigError */
export function parseFrom(value: unknown, source: ConfigSource): ProbeConfig {
  const problems = shapeProblems(value);
  if (problems.length > 0) throw new ProbeConfigError(describeConfigProblems(problems, source));
  const { $schema: _, pairs, ...rest } = value as JsonObject;
  const config = { ...rest, ...(Array.isArray(pairs) && { pairs: pairs.map(renamer(TO_CODE)) }) } as ProbeConfig;
  sources.set(config, source);
  return config;
}

/**
 * A config with nothing left out. One that a program wrote is checked first.
 * @throws ProbeConfigError with everything that is wrong with its shape
 */
export function effectConfigOf(config: ProbeConfig): EffectConfig {
  const { args: _, ...declared } = checkedConfig(config);
  // Every probe of a run gets this very object.
  return deepFreeze({ ...emptyEffectConfig, ...declared });
}

/** The config itself when it was read from a file, else a checked copy. @throws ProbeConfigError */
export function checkedConfig(config: ProbeConfig): ProbeConfig {
  return sources.has(config) ? config : parseFrom(fileForm(config), IN_CODE);
}

/** Where a config was read from; one that a program wrote is just called `config`. */
export function sourceOfConfig(config: ProbeConfig): ConfigSource {
  return sources.get(config) ?? IN_CODE;
}

/** Each problem as `<file>: <path>: <what is wrong>`, with its line where that is known, in the order of the text. */
export function describeConfigProblems(problems: readonly Problem[], source: ConfigSource): readonly string[] {
  return problems
    .map((problem) => ({ problem, at: source.locate?.(problem.path, problem.atKey) }))
    .toSorted(({ at: a }, { at: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0))
    .map(({ problem, at }) => {
      const place = at?.line === undefined ? '' : ` (line ${at.line})`;
      return `${placeInConfig(problem.path, source)}: ${problem.message}${place}`;
    });
}

/** `probes.yaml: relations[0].values[1]`. */
export function placeInConfig(path: Path, { name, inCode }: ConfigSource): string {
  const [list, , key] = path;
  const renamed = inCode === true && list === 'pairs' && typeof key === 'string' && Object.hasOwn(TO_CODE, key);
  const shown = showPath(renamed ? path.toSpliced(2, 1, TO_CODE[key] as string) : path);
  return shown === '' ? name : `${name}: ${shown}`;
}

const TO_CODE: Readonly<Record<string, string>> = { read_args: 'readArgs', write_args: 'writeArgs' };
const TO_FILE = Object.fromEntries(Object.entries(TO_CODE).map(([file, code]) => [code, file]));

function renamer(names: Readonly<Record<string, string>>): (value: unknown) => unknown {
  return (value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, member]) => [Object.hasOwn(names, key) ? names[key] : key, member]),
        )
      : value;
}

/** A copy as plain data: a member that is there and undefined counts as left out, as TypeScript has it. */
function fileForm(config: unknown): unknown {
  const plain = plainCopy(config);
  return isObject(plain) && Array.isArray(plain['pairs'])
    ? { ...plain, pairs: plain['pairs'].map(renamer(TO_FILE)) }
    : plain;
}

function plainCopy(config: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(config)) as unknown;
  } catch (error) {
    // A cycle, a big integer, or nothing at all.
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ProbeConfigError(`${IN_CODE.name}: expected an object of plain data: ${why}`);
  }
}
