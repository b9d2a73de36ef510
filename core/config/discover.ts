/** Finds the files that a folder keeps its settings in, without reading them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.js';

export const CONFIG_NAMES = ['yaml', 'yml', 'json', 'js', 'mjs', 'cjs', 'ts', 'mts'].map(
  (ending) => `toolscore.config.${ending}`,
);

/** Where clients keep the servers of a project, and the desktop client its own. */
export const CLIENT_CONFIG_NAMES = ['.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json', 'claude_desktop_config.json'];

/**
 * Absolute path of the toolscore config in a folder.
 * @throws UsageError when there are several: guessing would hide one of them
 */
export function findConfig(folder: string): string | undefined {
  const found = CONFIG_NAMES.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1)
    throw new UsageError(`There are several configs here: ${found.join(', ')}. Keep one, or choose with --config.`);
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

/** Absolute paths of the client config files in a folder. */
export function findClientConfigs(folder: string): readonly string[] {
  return CLIENT_CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** Absolute path of the first client config file in a folder. */
export function findClientConfig(folder: string): string | undefined {
  return findClientConfigs(folder)[0];
}
