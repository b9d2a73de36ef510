// Which toolscore the action runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The program to run with Node. A checkout of this repository that was built runs its own code; everybody else gets the
 * published package, in the version that the action is tagged with unless one is asked for. It is installed outside of the
 * repository under test, whose .npmrc and node_modules must not decide what grades it.
 * @param {{ root: string, version: string, temporary: string }} where `root` holds action.yml
 * @throws Error when npm cannot install it
 */
export function programOf({ root, version, temporary }) {
  const built = join(root, 'dist/cli.mjs');
  if (version === '' && existsSync(built)) return built;
  const wanted = version === '' ? JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version : version;
  const folder = join(temporary, 'package');
  const words = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  const { status, error } = spawnSync('npm', [...words, `toolscore@${wanted}`], { cwd: temporary, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install toolscore@${wanted}${error ? `: ${error.message}` : '.'}`);
  return join(folder, 'node_modules/toolscore/dist/cli.mjs');
}
