/** Tells a toolscore config from a client config file: `--config` takes both. */

import { basename, resolve } from 'node:path';
import { UsageError } from '../errors.js';
import type { ModuleLoader } from '../load/module.js';
import { readSource, type Source } from '../load/source.js';
import { serversKey } from './client-file.js';
import { CLIENT_CONFIG_NAMES } from './discover.js';
import { usualPlaces } from './usual-places.js';

/** What a file is. A client config file comes with its content, for `chooseServer`; a toolscore config is for `loadConfig`. */
export type ConfigFileKind =
  | { readonly kind: 'toolscore'; readonly file: string; readonly shown: string }
  | { readonly kind: 'client'; readonly file: string; readonly shown: string; readonly source: Source };

/**
 * Reads a file far enough to say what it is. Its servers make a client config file, else its name does.
 * @throws UsageError when it does not exist or cannot be understood
 */
export async function readConfigFile(
  path: string,
  context: { readonly cwd: string; readonly modules: ModuleLoader },
): Promise<ConfigFileKind> {
  const source = await readSource(resolve(context.cwd, path), context.cwd, context.modules);
  const { file, shown } = source;
  if (source.value === undefined) throw new UsageError(source.problems);
  const named = [...CLIENT_CONFIG_NAMES, ...usualPlaces()].some((name) => basename(name) === basename(file));
  const isClient = serversKey(source.value) !== undefined || named;
  return isClient ? { kind: 'client', file, shown, source } : { kind: 'toolscore', file, shown };
}
