/** Whether a probe config fits the tools of a server, before any of them is called. Scorecard specification, 4, second stage. */

import type { JsonObject } from '../json.js';
import { isObject } from '../json.js';
import type { Tool } from '../model.js';
import { didYouMean } from '../nearest.js';
import type { Path, Problem } from '../origin.js';
import { isReadOnlyTool } from '../tool-effects.js';
import { type ArgumentValue, unknownArgument, unknownTool } from '../values/values.js';
import {
  type ConfigSource,
  describeConfigProblems,
  effectConfigOf,
  type ProbeConfig,
  sourceOfConfig,
} from './probe-config.js';

export interface ConfigFit {
  /** What ends the run: names that the server does not have. */
  readonly problems: readonly string[];
  /** What the author declared and may have meant. */
  readonly warnings: readonly string[];
}

/** Everything in a config that names something of the server. Its `args` are checked with the other argument values. */
export function checkProbeConfig(config: ProbeConfig, tools: readonly Tool[]): ConfigFit {
  const source = sourceOfConfig(config);
  const named = namesIn(config);
  const say = (problems: readonly Problem[]): readonly string[] => describeConfigProblems(problems, source);
  return {
    problems: say(named.flatMap((name) => wrongName(name, tools))),
    warnings: say(pairsThatWrite(config, tools)),
  };
}

/** The `args` of a config as argument values, weaker than those of files and flags. Scorecard specification, 5.3. */
export function argumentValues(
  config: Pick<ProbeConfig, 'args'>,
  source: ConfigSource = sourceOfConfig(config),
): readonly ArgumentValue[] {
  return Object.entries(config.args ?? {}).flatMap(([tool, named]) =>
    Object.entries(named).map(([name, value]): ArgumentValue => {
      const describe = (message: string): string =>
        describeConfigProblems([{ path: ['args', tool, name], atKey: true, message }], source)[0] as string;
      return { tool, name, value, source: source.name, describe };
    }),
  );
}

/** A tool that a config names, with what it says of the tool's arguments. */
interface Named {
  readonly path: Path;
  readonly tool: string;
  /** Arguments by name, where they stand. */
  readonly args?: { readonly path: Path; readonly given: JsonObject };
  readonly param?: { readonly path: Path; readonly name: string };
  /** Names of fields at any depth. */
  readonly fields?: readonly { readonly path: Path; readonly name: string }[];
}

function namesIn(config: ProbeConfig): readonly Named[] {
  const { writes, exclude, pairs, relations, agreements, idempotent } = effectConfigOf(config);
  const call = (path: Path, { tool, args }: { readonly tool: string; readonly args?: JsonObject }): Named => ({
    path: [...path, 'tool'],
    tool,
    ...argsAt([...path, 'args'], args),
  });
  return [
    ...writes.map((tool, at): Named => ({ path: ['writes', at], tool })),
    ...exclude.map((tool, at): Named => ({ path: ['exclude', at], tool })),
    ...pairs.flatMap((pair, at): readonly Named[] => {
      const path = ['pairs', at] as const;
      const keys = pair.key === undefined ? [] : [pair.key].flat();
      const fields = keys.map((name, place) => ({
        path: typeof pair.key === 'string' ? [...path, 'key'] : [...path, 'key', place],
        name,
      }));
      return [
        { path: [...path, 'write'], tool: pair.write, fields, ...argsAt([...path, 'write_args'], pair.writeArgs) },
        { path: [...path, 'read'], tool: pair.read, ...argsAt([...path, 'read_args'], pair.readArgs) },
      ];
    }),
    ...relations.map((relation, at): Named => {
      const path = ['relations', at] as const;
      return { ...call(path, relation), param: { path: [...path, 'param'], name: relation.param } };
    }),
    ...agreements.flatMap(({ left, right }, at) => [
      call(['agreements', at, 'left'], left),
      call(['agreements', at, 'right'], right),
    ]),
    ...idempotent.map((one, at) => call(['idempotent', at], one)),
  ];
}

function argsAt(path: Path, given: JsonObject | undefined): Pick<Named, 'args'> {
  return given === undefined ? {} : { args: { path, given } };
}

function wrongName({ path, tool, args, param, fields = [] }: Named, tools: readonly Tool[]): readonly Problem[] {
  const unknown = unknownTool(tool, tools);
  if (unknown !== undefined) return [{ path, message: unknown }];
  const argument = (at: Path, name: string, atKey: boolean): readonly Problem[] => {
    const message = unknownArgument(tool, name, tools);
    return message === undefined ? [] : [{ path: at, atKey, message }];
  };
  return [
    ...(param === undefined ? [] : argument(param.path, param.name, false)),
    ...Object.keys(args?.given ?? {}).flatMap((name) => argument([...(args?.path ?? []), name], name, true)),
    ...fields.flatMap((field) => wrongField(field, tool, tools)),
  ];
}

/** Object parts of a schema that are looked at; a larger schema is taken to have the field. */
const MAX_PARTS = 10_000;

function wrongField(
  field: { readonly path: Path; readonly name: string },
  tool: string,
  tools: readonly Tool[],
): readonly Problem[] {
  const known = new Set<string>();
  const open: unknown[] = tools.filter(({ name }) => name === tool).map(({ inputSchema }) => inputSchema);
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > MAX_PARTS) return [];
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const properties = isObject(part) ? part['properties'] : undefined;
    if (isObject(properties)) for (const name of Object.keys(properties)) known.add(name);
    for (const inner of Object.values(part) as unknown[]) open.push(inner);
  }
  // A schema that declares no fields at all says nothing about this one either.
  if (known.size === 0 || known.has(field.name)) return [];
  const message = `the tool "${tool}" has no field "${field.name}".${didYouMean(field.name, known)}`;
  return [{ path: field.path, message }];
}

/** Declared is declared; but a reader that may write deserves a second look. */
function pairsThatWrite(config: ProbeConfig, tools: readonly Tool[]): readonly Problem[] {
  return (config.pairs ?? []).flatMap(({ read }, at): readonly Problem[] => {
    const named = tools.filter(({ name }) => name === read);
    if (named.every(isReadOnlyTool)) return [];
    const message = `"${read}" does not look read-only, and this pair calls it to read. Name another reader if it changes anything`;
    return [{ path: ['pairs', at, 'read'], message }];
  });
}
