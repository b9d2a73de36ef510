/** Everything that can be wrong with one config file by itself. Loads ajv; import it lazily. */

import schema from '../../schemas/config.schema.json' with { type: 'json' };
import { isGrant, ONLY_WHO } from '../grants.js';
import { isObject, type JsonObject } from '../json.js';
import { compileCheck, type SchemaCheck } from '../load/schema-problems.js';
import type { Source } from '../load/source.js';
import { serversKey } from './client-file.js';
import { placeOf, type Path, type Problem } from '../origin.js';

let check: SchemaCheck | undefined;

/** Every problem of a file, in the order they stand in it, each `file:line:col  …`. */
export function configProblems({ value, locate }: Source): readonly string[] {
  const other = whatElse(value);
  if (other !== undefined) return [`${placeOf(locate([]))}  ${other}`];
  check ??= compileCheck('config.schema.json', [schema]);
  const grants = grantProblems(value);
  const isKnown = (path: Path): boolean => grants.some((grant) => JSON.stringify(grant.path) === JSON.stringify(path));
  const found = [
    ...grants,
    ...check.problems(value).filter(({ path }) => !isKnown(path)),
    ...serverProblems(value),
    ...reportProblems(value),
  ];
  const placed = found.map(({ path, atKey, message }) => ({ origin: locate(path, atKey), message }));
  placed.sort((a, b) => (a.origin.line ?? 0) - (b.origin.line ?? 0) || (a.origin.column ?? 0) - (b.origin.column ?? 0));
  return placed.map(({ origin, message }) => `${placeOf(origin)}  ${message}`);
}

/** A file of another kind, taken for a config: its unknown settings would not tell anybody what went wrong. */
function whatElse(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  if (serversKey(value) !== undefined)
    return 'is a client config file. Name it under server: { clientConfig: … }, or give it with --config.';
  const isRule = 'id' in value && 'observes' in value;
  return isRule ? 'is a rule, not a config. Name it under plugins.' : undefined;
}

/** Attempts to allow writes, wherever somebody might put them. */
function grantProblems(config: unknown): readonly Problem[] {
  if (!isObject(config)) return [];
  const places: Path[] = [[], ['server'], ['probes'], ['scoring']];
  if (isObject(config['probes'])) places.push(...Object.keys(config['probes']).map((name) => ['probes', name]));
  return places.flatMap((path) =>
    grantsIn(
      path.reduce<unknown>((holder, step) => (isObject(holder) ? holder[step] : undefined), config),
      path,
    ),
  );
}

function grantsIn(holder: unknown, path: Path): readonly Problem[] {
  if (!isObject(holder)) return [];
  return Object.entries(holder).flatMap(([key, value]): readonly Problem[] => {
    if (isGrant(key))
      return [{ path: [...path, key], atKey: true, message: `"${key}" cannot be set in a config. ${ONLY_WHO}` }];
    if (key.toLowerCase().replaceAll(/[-_]/g, '') !== 'readonly' || value !== false) return [];
    return [
      {
        path: [...path, key],
        atKey: true,
        message: `${key} cannot be false in a config, which may only restrict. ${ONLY_WHO}`,
      },
    ];
  });
}

/** Of two reports in one file, the second would be written over the first. */
function reportProblems(config: unknown): readonly Problem[] {
  const reports = isObject(config) ? config['reports'] : undefined;
  if (!Array.isArray(reports)) return [];
  const paths = reports.map((report) => (isObject(report) ? report['path'] : undefined));
  return paths.flatMap((path, at) =>
    typeof path !== 'string' || paths.indexOf(path) === at
      ? []
      : [
          {
            path: ['reports', at, 'path'],
            message: `an earlier report is written to "${path}" already. Give each its own.`,
          },
        ],
  );
}

/** What goes together in `server`. Types are the schema's business. */
function serverProblems(config: unknown): readonly Problem[] {
  const server = isObject(config) ? config['server'] : undefined;
  if (!isObject(server)) return [];
  const given = WAYS.filter(({ way }) => server[way] !== undefined);
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none of them' : given.map(({ way }) => way).join(' and ');
    return [
      { path: ['server'], message: `server takes exactly one of command, url and clientConfig; found ${found}.` },
    ];
  }
  return Object.keys(server).flatMap((key) => misplaced(server, key, given[0]?.way ?? ''));
}

/** The ways to reach a server, and what may be said besides. */
const WAYS: readonly { readonly way: string; readonly takes: readonly string[] }[] = [
  { way: 'command', takes: ['args', 'env', 'cwd'] },
  { way: 'url', takes: ['headers', 'oauth'] },
  { way: 'clientConfig', takes: ['server'] },
];

function misplaced(server: JsonObject, key: string, given: string): readonly Problem[] {
  const owner = WAYS.find(({ takes }) => takes.includes(key));
  if (owner === undefined || owner.way === given || server[key] === undefined) return [];
  return [
    { path: ['server', key], atKey: true, message: `${key} goes with ${owner.way}, and this server has ${given}.` },
  ];
}
