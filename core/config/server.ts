/** The target that a config names. */

import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import { readSource } from '../load/source.js';
import type { ModuleLoader } from '../load/module.js';
import type { Origin, Target } from '../model.js';
import { placeOf } from '../origin.js';
import { chooseServer, type ServerChoice } from './client.js';
import { expand, type Surroundings } from './expand.js';
import { signInOf, signInProblems } from './server-oauth.js';
import type { ServerSetting } from './types.js';

export interface ServerContext {
  readonly cwd: string;
  readonly modules: ModuleLoader;
  readonly env?: Surroundings['env'];
}

/**
 * Looks up the server of a config. Only done when it is used, because its variables need not be set otherwise.
 * `server`: which one of a client config file, for `--server`.
 * @throws UsageError with everything that is wrong
 */
export async function resolveServer(
  setting: ServerSetting,
  context: ServerContext,
  server?: string,
): Promise<ServerChoice> {
  const { value, folder, origin } = setting;
  const given = typeof value === 'string' || Array.isArray(value) ? { command: value } : value;
  const env = context.env ?? process.env;
  if (given.clientConfig !== undefined) {
    const source = await readSource(resolve(folder, given.clientConfig), context.cwd, context.modules);
    return chooseServer(source, server ?? given.server, { env, cwd: context.cwd });
  }
  const problems: string[] = [];
  const fill = (text: string): string => {
    const filled = expand(text, { env, workspace: folder });
    problems.push(...filled.problems.map(({ message }) => `${placeOf(origin)}  the server ${message}`));
    return filled.text;
  };
  const fillAll = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  let target: Target;
  if (given.url === undefined) {
    const words = [...(await wordsOf(given.command ?? [], origin)), ...(given.args ?? [])].map(fill);
    const overrides = fillAll(given.env);
    target = {
      kind: 'stdio',
      command: words,
      cwd: resolve(folder, fill(given.cwd ?? '.')),
      ...(Object.keys(overrides).length > 0 ? { env: overrides } : {}),
    };
  } else {
    const headers = fillAll(given.headers);
    const http = {
      kind: 'http',
      url: fill(given.url),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
    } as const;
    const oauth = given.oauth === undefined ? undefined : signInOf(given.oauth, fill);
    // What a variable that is missing stands for is no reason to say more.
    if (oauth !== undefined && problems.length === 0)
      problems.push(...signInProblems({ ...http, oauth }).map((what) => `${placeOf(origin)}  the server ${what}`));
    target = { ...http, ...(oauth !== undefined && { oauth }) };
  }
  if (problems.length > 0) throw new UsageError(problems);
  return { target, fromClientConfig: false, name: undefined, file: origin.source, declaredIn: origin };
}

/** A text is split as a shell splits it; a list is taken word for word. */
async function wordsOf(command: string | readonly string[], origin: Origin): Promise<readonly string[]> {
  if (typeof command !== 'string') return command;
  const { split } = await import('shlex');
  try {
    const words = split(command);
    if (words.length > 0) return words;
  } catch {
    throw new UsageError(
      `${placeOf(origin)}  the command ${JSON.stringify(command)} has a quote that does not end. Close it, or write a list of words.`,
    );
  }
  throw new UsageError(`${placeOf(origin)}  the command is blank.`);
}
