/** Where clients keep the servers of a user, whatever folder they work in. Only places that their makers document. */

import { homedir } from 'node:os';
import { join } from 'node:path';

/** Absolute paths, whether or not there is a file. */
export function usualPlaces(
  env: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const data = dataFolder(env, home, platform);
  return [
    // Claude Code, and its desktop client.
    join(home, '.claude.json'),
    join(data, 'Claude', 'claude_desktop_config.json'),
    join(home, '.cursor', 'mcp.json'),
    // VS Code, and the format it shares with other programs.
    join(data, 'Code', 'User', 'mcp.json'),
    join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json'),
    join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  ];
}

/** Where programs with windows keep their settings. */
function dataFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: NodeJS.Platform,
): string {
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] || join(home, '.config');
}
