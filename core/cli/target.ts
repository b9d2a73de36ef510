/** Which server a command line means. Exactly one source counts: its words, a client config file, or what the folder holds. */

import { chooseServer, type ServerChoice } from '../config/client.js';
import { findClientConfig, findConfig } from '../config/discover.js';
import { type ConfigFileKind, readConfigFile } from '../config/sniff.js';
import { splitCommand } from '../command.js';
import { UsageError } from '../errors.js';
import type { ModuleLoader } from '../load/module.js';
import type { StdioTarget } from '../model.js';
import { shownPath } from '../shown-path.js';
import { oauthGiven } from './oauth-flags.js';
import type { RunOptions } from './options.js';

export interface TargetChoice {
  /** The server of the command line or of a client config file; undefined when the config must name one. */
  readonly server: ServerChoice | undefined;
  /** The toolscore config that was named. */
  readonly configPath: string | undefined;
  /** What was read as what, for the reader: `--config` takes both kinds. */
  readonly notes: readonly string[];
}

export interface TargetContext {
  readonly cwd: string;
  readonly modules: ModuleLoader;
}

/**
 * The server that the words of the command line start, or undefined when there are none.
 * @throws UsageError when they are given twice or cannot be split
 */
export function commandTarget(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
): StdioTarget | undefined {
  if (words.length > 0 && verbatim !== undefined) {
    throw new UsageError(`Two servers are given: "${words.join(' ')}" and the words after --. Give one of them.`);
  }
  if (verbatim !== undefined) {
    if ((verbatim[0] ?? '').trim() === '')
      throw new UsageError('After -- there must be the command that starts the server.');
    return { kind: 'stdio', command: verbatim };
  }
  if (words.length > 1) {
    const all = words.join(' ');
    throw new UsageError(`The server's command has several words. Put it in quotes, "${all}", or after --:  -- ${all}`);
  }
  const [quoted] = words;
  if (quoted === undefined) return undefined;
  return { kind: 'stdio', command: splitCommand(quoted) };
}

/** True when nothing but its words says what to run: then there is nothing to read before the server is started. */
export function isPlain(options: RunOptions, cwd: string): boolean {
  const { config, configFile, server, url, header, headerEnv, plugin, rule, scorer, arg, argsFile } = options;
  const { probeConfig, baseline, strictBaseline } = options;
  if (asksForRecord(options)) return false;
  const target = [config, configFile, server, url, header, headerEnv];
  const given = [...target, plugin, rule, scorer, arg, argsFile, probeConfig, baseline, strictBaseline];
  const nothing = given.every((value) => value === undefined) && oauthGiven(options).length === 0;
  return nothing && findConfig(cwd) === undefined;
}

/** Whether the flags ask to record a run, or to replay one. */
export function asksForRecord({ record, replay, report = [] }: RunOptions): boolean {
  return record !== undefined || replay !== undefined || report.some((text) => text.startsWith('run='));
}

/**
 * The server and the toolscore config that a command line means.
 * @throws UsageError when no server or more than one is given, or a file cannot be read
 */
export async function chooseTarget(
  words: StdioTarget | undefined,
  options: RunOptions,
  context: TargetContext,
): Promise<TargetChoice> {
  const typed = await typedServer(words, options.url);
  const { client, configPath, notes } = await namedFiles(options, context, typed?.file);
  if (client === undefined) return { server: typed, configPath, notes };
  const server = chooseServer(client.source, options.server, context);
  const read = `Read ${client.shown} as a client config file; the server is "${server.name}".`;
  return { server, configPath, notes: [...notes, read] };
}

type ClientSource = Extract<ConfigFileKind, { readonly kind: 'client' }>;

/**
 * The files of `--config`, at most one of each kind. `typed`: what names a server besides.
 * @throws UsageError when there are more, or one cannot be read
 */
export async function namedFiles(
  options: RunOptions,
  context: TargetContext,
  typed?: string,
): Promise<Pick<TargetChoice, 'configPath' | 'notes'> & { readonly client: ClientSource | undefined }> {
  const notes: string[] = [];
  let configPath: string | undefined;
  let client: ClientSource | undefined;
  for (const path of [...(options.config ?? []), ...(options.configFile ?? [])]) {
    const read = await readConfigFile(path, context);
    if (read.kind === 'client') {
      const before = client?.shown ?? typed;
      if (before !== undefined)
        throw new UsageError(
          `Two servers are given: by ${before} and by the client config file ${read.shown}. Give one of them.`,
        );
      client = read;
    } else {
      if (configPath !== undefined)
        throw new UsageError(
          `Two toolscore configs are given: ${shownPath(configPath, context.cwd)} and ${read.shown}. Give one; it can extend the other.`,
        );
      configPath = read.file;
      notes.push(`Read ${read.shown} as a toolscore config.`);
    }
  }
  return { client, configPath, notes };
}

/** @throws UsageError when there are two, or the address is none */
async function typedServer(words: StdioTarget | undefined, url: string | undefined): Promise<ServerChoice | undefined> {
  const typed = { fromClientConfig: false, name: undefined };
  if (url === undefined) return words && { ...typed, target: words, file: 'the command line' };
  if (words !== undefined) throw new UsageError('Two servers are given: by a command and by --url. Give one of them.');
  const { urlTarget } = await import('./http-target.js');
  return { ...typed, target: urlTarget(url), file: '--url' };
}

/**
 * The choice with the headers of the command line laid over its own, and how it is signed in to.
 * @throws UsageError when a header cannot be sent, or the server is not reached over HTTP
 */
export async function withHttpOptions(choice: ServerChoice, options: RunOptions): Promise<ServerChoice> {
  const chosen = await withHeaders(choice, options);
  const { target, file } = chosen;
  const isConfigured = target.kind === 'http' && target.oauth !== undefined;
  if (oauthGiven(options).length === 0 && !isConfigured) return chosen;
  const { refuseSignIn, withSignIn } = await import('./oauth.js');
  if (target.kind === 'http') return { ...chosen, target: withSignIn(target, options, `--header or ${file}`) };
  refuseSignIn(options, file);
  return chosen;
}

async function withHeaders(choice: ServerChoice, options: RunOptions): Promise<ServerChoice> {
  if (options.header === undefined && options.headerEnv === undefined) return choice;
  const { target, file } = choice;
  if (target.kind !== 'http')
    throw new UsageError(
      `--header and --header-env are for servers over HTTP, but ${file} starts the server as a program.`,
    );
  const { givenHeaders } = await import('./http-target.js');
  const given = givenHeaders(options);
  const replaced = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept = Object.entries(target.headers ?? {}).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...choice, target: { ...target, headers: { ...Object.fromEntries(kept), ...given } } };
}

/** For command lines that say too little. */
export const NO_SERVER = [
  'No server is given. Say how to start it:',
  '  toolscore mcp test "node server.js"',
  '  toolscore mcp test -- npx -y some-mcp-server --flag',
  '  toolscore mcp test --url http://127.0.0.1:3000/mcp',
  '  toolscore mcp test --config .mcp.json --server NAME',
  '  or name it under "server" in toolscore.config.yaml.',
].join('\n');

/**
 * The server of the client config file in the folder, for a command line and a config that name none.
 * @throws UsageError when there is no such file, or it cannot be used
 */
export async function targetInFolder(options: RunOptions, context: TargetContext): Promise<ServerChoice> {
  const path = findClientConfig(context.cwd);
  if (path === undefined) throw new UsageError(`${NO_SERVER}\n  toolscore mcp list shows what other programs have.`);
  const read = await readConfigFile(path, context);
  if (read.kind !== 'client') throw new UsageError(`${read.shown}  names no server.`);
  return chooseServer(read.source, options.server, context);
}
