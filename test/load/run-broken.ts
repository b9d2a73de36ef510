/** Does with a broken file what the command line in its `problems.txt` would do, up to the point where a server would be started. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { split } from 'shlex';
import { chooseServer } from '../../core/config/client.js';
import { loadConfig } from '../../core/config/load.js';
import { resolveServer } from '../../core/config/server.js';
import { readConfigFile } from '../../core/config/sniff.js';
import { UsageError } from '../../core/errors.js';
import { loadPlugins } from '../../core/load/load.js';
import { createModuleLoader } from '../../core/load/module.js';
import { OWN } from './own.js';

/** `$ toolscore mcp test …`, then the problems. */
export async function readExpected(folder: string): Promise<{ readonly command: string; readonly problems: string }> {
  const [command = '', ...problems] = (await readFile(join(folder, 'problems.txt'), 'utf8')).trimEnd().split('\n');
  return { command, problems: problems.join('\n') };
}

/** All problems, one after the other; empty when there are none. */
export async function problemsOf(folder: string, command: string): Promise<string> {
  const { values } = parseArgs({
    args: split(command).slice(4),
    allowPositionals: true,
    options: { config: { type: 'string' }, server: { type: 'string' }, plugin: { type: 'string', multiple: true } },
  });
  try {
    await load(folder, values);
    return '';
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.problems.join('\n');
  }
}

async function load(
  cwd: string,
  {
    config: path,
    server,
    plugin = [],
  }: { config?: string | undefined; server?: string | undefined; plugin?: string[] | undefined },
): Promise<void> {
  const modules = createModuleLoader(OWN, cwd);
  const read = path === undefined ? undefined : await readConfigFile(path, { cwd, modules });
  if (read?.kind === 'client') {
    chooseServer(read.source, server, { env: {}, cwd });
    return;
  }
  const flags = plugin.map((specifier) => ({ flag: `--plugin ${specifier}`, set: { plugins: [specifier] } }));
  const presets = new Map(['recommended', 'strict', 'all'].map((name) => [name, {}]));
  const config = await loadConfig({ cwd, modules, presets, path: read?.file, flags });
  await loadPlugins(config.plugins, { cwd, modules, taken: ['scenarios', 'lint'] });
  if (config.server !== undefined) await resolveServer(config.server, { cwd, modules, env: {} }, server);
}
