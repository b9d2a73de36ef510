/** Which servers `--all` means: those of the client config file that is named, or of the one in the folder. */

import { chooseServers, type ServerChoice } from '../config/client.js';
import { findClientConfig } from '../config/discover.js';
import { readConfigFile } from '../config/sniff.js';
import { UsageError } from '../errors.js';
import type { RunOptions } from './options.js';
import { namedFiles, type TargetContext } from './target.js';

export interface AllTargets {
  /** Never empty. */
  readonly choices: readonly ServerChoice[];
  /** The toolscore config that was named. */
  readonly configPath: string | undefined;
  readonly notes: readonly string[];
}

/** @throws UsageError with everything that is wrong with the file or any of its servers */
export async function allTargets(options: RunOptions, context: TargetContext): Promise<AllTargets> {
  const { client, configPath, notes } = await namedFiles(options, context);
  const found = client ?? (await clientInFolder(context));
  const { choices, notes: skipped } = chooseServers(found.source, context);
  const read = `Read ${found.shown} as a client config file; ${choices.length === 1 ? 'it has one server' : `it has ${choices.length} servers`} to look at.`;
  return { choices, configPath, notes: [...notes, read, ...skipped] };
}

async function clientInFolder(
  context: TargetContext,
): Promise<NonNullable<Awaited<ReturnType<typeof namedFiles>>['client']>> {
  const path = findClientConfig(context.cwd);
  if (path === undefined)
    throw new UsageError(
      '--all takes the servers of a client config file, and there is none in this folder. Give one with --config FILE; toolscore mcp list shows what there is.',
    );
  const read = await readConfigFile(path, context);
  if (read.kind === 'client') return read;
  throw new UsageError(`${read.shown}  names no server.`);
}
