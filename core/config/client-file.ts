/** What a client config file says of its servers, before anything in it is filled in. */

import { basename, dirname, sep } from 'node:path';
import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import { quote } from '../load/quote.js';
import type { Source } from '../load/source.js';
import { nearest } from '../nearest.js';
import { describeProblem, type Path, type Problem } from '../origin.js';
import { usualPlaces } from './usual-places.js';

export interface ListedServer {
  readonly name: string;
  /** Where it stands in the file. */
  readonly path: Path;
  readonly entry: unknown;
  /** The user switched it off in the client. */
  readonly disabled: boolean;
}

export interface ClientFile {
  readonly source: Source;
  /** Where most of the servers stand, for messages about all of them. */
  readonly path: Path;
  /** In the order of the file. Never empty. */
  readonly servers: ReadonlyMap<string, ListedServer>;
  /** Absolute folder that a client starts them in. */
  readonly workspace: string;
  /** What an editor asks for, in words, by id. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Where a file keeps its servers: `mcpServers`, or `servers` in the files of one editor. */
export function serversKey(value: unknown): 'mcpServers' | 'servers' | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, 'mcpServers')) return 'mcpServers';
  return Object.hasOwn(value, 'servers') ? 'servers' : undefined;
}

/**
 * The servers of a file. `cwd`: where the user is, because some files keep servers for each folder.
 * @throws UsageError when there are none, with what is wrong with the file
 */
export function readClientFile(source: Source, cwd: string): ClientFile {
  if (source.problems.length > 0) throw new UsageError(source.problems);
  const places = placesIn(source, cwd);
  const servers = new Map<string, ListedServer>();
  for (const path of places) {
    for (const [name, entry] of Object.entries(serversAt(source, path))) {
      const disabled = isObject(entry) && entry['disabled'] === true;
      servers.set(name, { name, path: [...path, name], entry, disabled });
    }
  }
  const path = places[0] ?? [];
  if (servers.size === 0) throw wrong(source, { path, message: `${path[0]} is empty: there is no server to choose.` });
  return { source, path, servers, workspace: workspaceOf(source.file, cwd), inputs: inputsIn(source.value) };
}

/** True when a file names at least one server, or has something that is no list of servers where they should be. */
export function listsServers(value: unknown, cwd: string): boolean {
  if (!isObject(value)) return false;
  const key = serversKey(value);
  const servers = key === undefined ? undefined : value[key];
  const some = isObject(servers) ? Object.keys(servers).length > 0 : servers !== undefined;
  return some || projectIn(value, cwd) !== undefined;
}

/** @throws UsageError with one problem of the file, at its place */
export function wrong({ locate }: Source, problem: Problem): UsageError {
  return new UsageError(describeProblem(problem, locate));
}

/** Where there are servers; what stands later wins. */
function placesIn(source: Source, cwd: string): readonly Path[] {
  const { value } = source;
  const shape = '{ "mcpServers": { NAME: { "command": … } } }';
  if (!isObject(value))
    throw wrong(source, {
      path: [],
      message: `${value === undefined || value === null ? 'is empty' : 'is not an object'}; a client config file is ${shape}.`,
    });
  const key = serversKey(value);
  const project = projectIn(value, cwd);
  const places = [...(key === undefined ? [] : [[key]]), ...(project === undefined ? [] : [project])];
  if (places.length > 0) return places;
  const near = nearest('mcpServers', Object.keys(value));
  const hint = near === undefined ? '' : ` Rename "${near}".`;
  throw wrong(source, { path: [], message: `has no "mcpServers"; a client config file is ${shape}.${hint}` });
}

/** One client keeps the servers of a folder in the user's file: those of the closest folder from here upwards. */
function projectIn(value: JsonObject, cwd: string): Path | undefined {
  const { projects } = value;
  if (!isObject(projects)) return undefined;
  const [closest] = Object.keys(projects)
    .filter((folder) => folder === cwd || cwd.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    .filter((folder) => {
      const project = projects[folder];
      return isObject(project) && isObject(project['mcpServers']) && Object.keys(project['mcpServers']).length > 0;
    })
    .sort((a, b) => b.length - a.length);
  return closest === undefined ? undefined : ['projects', closest, 'mcpServers'];
}

function serversAt(source: Source, path: Path): JsonObject {
  const servers = path.reduce<unknown>(
    (holder, step) => (isObject(holder) ? holder[String(step)] : undefined),
    source.value,
  );
  if (isObject(servers)) return servers;
  throw wrong(source, { path, message: `${path[0]} takes an object of servers; found ${quote(servers)}.` });
}

/** The folder that a client starts servers in: of the project, not of the hidden folder the file lies in. */
function workspaceOf(file: string, cwd: string): string {
  if (usualPlaces().includes(file)) return cwd;
  const folder = dirname(file);
  return ['.vscode', '.cursor'].includes(basename(folder)) ? dirname(folder) : folder;
}

function inputsIn(value: unknown): ClientFile['inputs'] {
  const inputs = isObject(value) ? value['inputs'] : undefined;
  if (!Array.isArray(inputs)) return new Map();
  return new Map(
    (inputs as unknown[]).flatMap((input): readonly (readonly [string, string])[] => {
      if (!isObject(input) || typeof input['id'] !== 'string') return [];
      return [[input['id'], typeof input['description'] === 'string' ? input['description'].slice(0, 80) : '']];
    }),
  );
}
