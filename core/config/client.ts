/** Client config files: the servers that a desktop client or an editor starts. Spec: scorecard 1.9. */

import { basename, dirname } from 'node:path';
import { UsageError } from '../errors.js';
import { isObject, type JsonObject } from '../json.js';
import { quote } from '../load/quote.js';
import type { Source } from '../load/source.js';
import type { Target } from '../model.js';
import { didYouMean, nearest } from '../nearest.js';
import { describeProblem, type Problem } from '../origin.js';
import { ClientEntry } from './client-entry.js';
import type { Surroundings } from './expand.js';

/** A server taken from a client config file: somebody's real one, so that a run leaves it as it is unless told otherwise. */
export interface ServerChoice {
  readonly target: Target;
  readonly fromClientConfig: boolean;
  /** Its name in the client config file. */
  readonly name: string | undefined;
  /** The file that names it, as messages show it. */
  readonly file: string;
}

/** Where a file keeps its servers: `mcpServers`, or `servers` in the files of one editor. */
export function serversKey(value: unknown): 'mcpServers' | 'servers' | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, 'mcpServers')) return 'mcpServers';
  return Object.hasOwn(value, 'servers') ? 'servers' : undefined;
}

/**
 * The target of one server of a client config file; of the only one, when `name` is left out.
 * @throws UsageError with everything that is wrong with the file or the entry
 */
export function chooseServer(
  source: Source,
  name: string | undefined,
  env: Surroundings['env'] = process.env,
): ServerChoice {
  if (source.problems.length > 0) throw new UsageError(source.problems);
  const { key, servers } = serversIn(source);
  const chosen = nameIn(source, key, servers, name);
  const workspace = workspaceOf(source.file);
  const reading = new ClientEntry(source, [key, chosen], servers[chosen], { env, workspace });
  const target = reading.target();
  if (target === undefined || reading.problems.length > 0) throw new UsageError(reading.problems);
  return { target, fromClientConfig: true, name: chosen, file: source.shown };
}

function serversIn(source: Source): { readonly key: string; readonly servers: JsonObject } {
  const { value } = source;
  const shape = '{ "mcpServers": { NAME: { "command": … } } }';
  if (!isObject(value))
    throw wrong(source, { path: [], message: `is not an object; a client config file is ${shape}.` });
  const key = serversKey(value);
  if (key === undefined) {
    const near = nearest('mcpServers', Object.keys(value));
    throw wrong(source, {
      path: [],
      message: `has no "mcpServers"; a client config file is ${shape}.${near === undefined ? '' : ` Rename "${near}".`}`,
    });
  }
  const servers = value[key];
  if (!isObject(servers))
    throw wrong(source, { path: [key], message: `${key} takes an object of servers; found ${quote(servers)}.` });
  if (Object.keys(servers).length === 0)
    throw wrong(source, { path: [key], message: `${key} is empty: there is no server to choose.` });
  return { key, servers };
}

function nameIn(source: Source, key: string, servers: JsonObject, name: string | undefined): string {
  const names = Object.keys(servers).sort();
  const [only] = names;
  if (name !== undefined) {
    if (Object.hasOwn(servers, name)) return name;
    throw wrong(source, {
      path: [key],
      atKey: true,
      message: `no server is called "${name}". There are: ${names.join(', ')}.${didYouMean(name, names)}`,
    });
  }
  if (only !== undefined && names.length === 1) return only;
  throw wrong(source, {
    path: [key],
    atKey: true,
    message: `has ${names.length} servers: ${names.join(', ')}. Choose one with --server NAME.`,
  });
}

function wrong({ locate }: Source, problem: Problem): UsageError {
  return new UsageError(describeProblem(problem, locate));
}

/** The folder that a client starts servers in: of the project, not of the hidden folder the file lies in. */
function workspaceOf(file: string): string {
  const folder = dirname(file);
  return ['.vscode', '.cursor'].includes(basename(folder)) ? dirname(folder) : folder;
}
