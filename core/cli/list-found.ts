/** `mcp list` without a target: which servers there are, and how to grade each. Starts none. */

import { findConfig } from '../config/discover.js';
import { UsageError } from '../errors.js';
import type { Composition } from './composition.js';
import { configHere } from './here.js';
import type { Given } from './options.js';
import { NO_SERVER } from './target.js';
import { terminalOf } from './terminal.js';

/** True when nothing says which server to list: no option that means one, and no config of the folder. */
export async function namesNoServer(options: Given, composition: Composition): Promise<boolean> {
  // A report is of one server.
  const { config, configFile, server, url, report, output } = options;
  if ([config, configFile, server, url, report, output].some((given) => given !== undefined)) return false;
  if (findConfig(process.cwd()) === undefined) return true;
  return (await configHere(options, composition)).config.server === undefined;
}

/** @throws UsageError when there is nothing */
export async function listFound(options: Given, composition: Composition): Promise<void> {
  const cwd = process.cwd();
  const [{ findServers }, { createModuleLoader }, { overview }] = await Promise.all([
    import('../config/found.js'),
    import('../load/module.js'),
    composition.load(),
  ]);
  const files = await findServers(cwd, createModuleLoader(composition.entries, cwd));
  if (files.length === 0)
    throw new UsageError(`There is no client config file in this folder or in the usual places.\n${NO_SERVER}`);
  process.stdout.write((await overview()).found(files, terminalOf(options)));
}
