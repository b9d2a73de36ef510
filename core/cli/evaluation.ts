/** What the commands of manifest runs have in common: the config that applies, the target, and how a run ends. */

import { loadPlugins } from '../load/load.js';
import { createModuleLoader } from '../load/module.js';
import { kindsAmong } from '../api/manifest-kernel.js';
import type { KernelRequest } from '../api/kernel-of.js';
import type { ResolvedConfig } from '../config/types.js';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { homeFolder, makeOwnFolder } from '../home.js';
import { didYouMean } from '../nearest.js';
import type { Kinds } from '../manifest/declaration.js';
import { authorizedTarget } from '../manifest/authorization.js';
import { checkedEndpoint } from '../manifest/endpoint.js';
import { TOOL_NAME, TOOL_NAME_WORDS } from '../manifest/grammar.js';
import type { PluginFault, StdioTarget, Target } from '../model.js';
import { Problems } from '../problems.js';
import { withProtocol } from '../session/pin.js';
import { ServerError } from '../session/port.js';
import type { Shipped } from '../shipped.js';
import { printable } from '../text/printable.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import { refuseSignIn, withSignIn } from './oauth.js';
import type { OAuthFlags } from './oauth-flags.js';
import type { Given } from './options.js';
import { configOf } from './prepare.js';
import { faultWords, say } from './say.js';
import { chooseTarget, commandTarget } from './target.js';

/** What these commands take as commander hands it over. */
export interface EvaluationOptions extends OAuthFlags {
  /** Label of the server, for documents. */
  readonly server?: string;
  readonly config?: readonly string[];
  readonly plugin?: readonly string[];
  readonly rule?: readonly string[];
  readonly url?: string;
  readonly allowRemoteHttp?: boolean;
  readonly protocol?: string;
  readonly color?: boolean;
}

export interface Setting {
  readonly config: ResolvedConfig;
  readonly shipped: Shipped;
  readonly outside: KernelRequest['outside'];
  /** All kinds, those of plugins from outside included. */
  readonly kinds: Kinds;
}

/**
 * The config that applies, with the plugins it names.
 * @throws UsageError with everything that is wrong
 */
export async function settingOf(options: EvaluationOptions, composition: Composition): Promise<Setting> {
  const cwd = process.cwd();
  const context = { cwd, modules: createModuleLoader(composition.entries, cwd) };
  const shipped = await composition.load();
  // What these commands call --server is a label, not a server of a client config file.
  const { server: _, url: __, ...given } = options as Given;
  const { configPath } = await chooseTarget(undefined, given, context);
  const problems = new Problems();
  const config = await configOf(given, composition, shipped, { ...context, path: configPath }, problems);
  problems.throwAny();
  const resolved = config as ResolvedConfig;
  const own = (await shipped.manifest()).plugins;
  const taken = [...own, ...shipped.plugins].map(({ name }) => name);
  const outside = resolved.plugins.length === 0 ? [] : await loadPlugins(resolved.plugins, { ...context, taken });
  const kinds = kindsAmong([...own, ...outside.map(({ plugin }) => plugin)]);
  return { config: resolved, shipped, outside, kinds };
}

/**
 * The one target: a command, or a URL.
 * @throws UsageError when there is none or there are two, or the address, its authorization or its protocol is not allowed.
 */
export function evaluationTarget(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  { protocol, ...flags }: Pick<EvaluationOptions, 'url' | 'allowRemoteHttp' | 'protocol'> & OAuthFlags,
): Target {
  return withProtocol(typedTarget(words, verbatim, flags), protocol);
}

function typedTarget(
  words: readonly string[],
  verbatim: readonly string[] | undefined,
  { url, allowRemoteHttp = false, ...flags }: Pick<EvaluationOptions, 'url' | 'allowRemoteHttp'> & OAuthFlags,
): Target {
  const command = commandOf(words, verbatim);
  if (command !== undefined && url !== undefined)
    throw new UsageError('Two targets are given: a command and --url. Give one of them.');
  if (url !== undefined)
    return withSignIn(authorizedTarget(checkedEndpoint(url, allowRemoteHttp)), flags, 'TOOLSCORE_HTTP_AUTHORIZATION');
  if (command !== undefined) {
    refuseSignIn(flags, 'the command line');
    return command;
  }
  throw new UsageError('No target is given. Put the command that starts the server after --, or give --url.');
}

/**
 * The command that starts the server, or undefined when there is none. Unlike elsewhere its words are never repeated.
 * @throws UsageError
 */
export function commandOf(words: readonly string[], verbatim: readonly string[] | undefined): StdioTarget | undefined {
  if (words.length > 0 && verbatim !== undefined)
    throw new UsageError('Two commands are given, before and after --. Give one of them.');
  if (words.length > 1) throw new UsageError("The server's command has several words. Put it in quotes, or after --.");
  try {
    return commandTarget(words, verbatim);
  } catch {
    throw new UsageError("The server's command is blank, or has a quote that does not end. Give its words after --.");
  }
}

/** @throws UsageError when the label of the server is missing or is none. M-6 */
export function serverLabel(label: string | undefined): string {
  if (label === undefined)
    throw new UsageError('--server is missing: give the server a label for the documents, such as --server local.');
  if (!TOOL_NAME.test(label)) throw new UsageError(`--server takes a label of ${TOOL_NAME_WORDS}.`);
  return label;
}

/** @throws UsageError when the format is none of these */
export function formatOf<const F extends string>(format: string | undefined, formats: readonly [F, ...F[]]): F {
  const found = format === undefined ? formats[0] : formats.find((one) => one === format);
  if (found !== undefined) return found;
  throw new UsageError(`--format takes ${formats.join(', ')}.${didYouMean(format ?? '', formats)}`);
}

/**
 * Says why a target gave no session, naming its program and nothing else, and how the command ends.
 * @throws whatever else it is given
 */
export function unreachable(error: unknown, target: Target, timeoutMs: number): number {
  if (!(error instanceof ServerError)) throw error;
  const name = target.kind === 'stdio' ? printable(target.command[0] ?? '', { max: 200 }) : 'The endpoint';
  const why = handshakeWords(error.status, target) ?? error.plain ?? wordsFor(error, target, timeoutMs);
  const how = target.kind === 'stdio' ? '-- SERVER COMMAND' : '--url ADDRESS';
  say(`${name} ${why}. See what it says with: toolscore mcp list ${how}`);
  return EXIT.incomplete;
}

function wordsFor({ fault }: ServerError, { kind }: Target, timeoutMs: number): string {
  if (fault === 'timeout') return `did not complete the handshake within ${timeoutMs / 1000} s`;
  if (fault === 'protocol') return 'answered with something that is not the protocol';
  return kind === 'http'
    ? 'could not be reached, or ended the connection before the handshake was complete'
    : 'could not be started, or ended before the handshake was complete';
}

function handshakeWords(status: number | undefined, target: Target): string | undefined {
  return status !== undefined && status < 300
    ? `answered a message of the handshake with HTTP status ${status}, which is not the protocol`
    : statusWords(status, target);
}

/** What the status of an HTTP server says, which is a number and nothing of its own. */
export function statusWords(status: number | undefined, target: Target): string | undefined {
  if (status === undefined || target.kind !== 'http') return undefined;
  const words = `answered with HTTP status ${status}`;
  if (status < 300) return `${words}, which is no answer to a request`;
  if (status !== 401) return status >= 300 && status < 400 ? `${words}, a redirect, which is not followed` : words;
  return target.headers === undefined
    ? `${words}: it wants authorization, which TOOLSCORE_HTTP_AUTHORIZATION may hold or --oauth get`
    : `${words}: it refuses the value of TOOLSCORE_HTTP_AUTHORIZATION`;
}

/**
 * Where the journal of calls goes; undefined when none is wanted.
 * @throws LocalError when it cannot be written there, before anything is started
 */
export function journalFolder({ journal = true }: { readonly journal?: boolean }): string | undefined {
  if (!journal) return undefined;
  const home = homeFolder();
  makeOwnFolder(join(home, 'store'));
  return home;
}

/** Says which plugins failed. Returns whether one did. */
export function sayFaults(faults: readonly PluginFault[]): boolean {
  for (const fault of faults) say(printable(`Plugin ${faultWords(fault)}`, { max: 500 }));
  return faults.length > 0;
}
