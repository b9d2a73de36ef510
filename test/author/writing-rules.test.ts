import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type Registry, startRegistry } from './registry.js';
import { walk } from './walk.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/**
 * What npx does for a program that is installed, without the half second that npm takes to start. One that is not it gets
 * from the registry, which is npm's affair; here it is the program under test.
 */
const NPX = `#!/bin/sh
folder=$PWD
while [ "$folder" != / ]; do
  if [ -x "$folder/node_modules/.bin/$1" ]; then program=$1; shift; exec "$folder/node_modules/.bin/$program" "$@"; fi
  folder=$(dirname "$folder")
done
[ "$1" = toolscore ] && shift && exec node "$TOOLSCORE_CLI" "$@"
exit 1
`;

async function environment(folder: string, registry: Registry): Promise<Record<string, string>> {
  const home = join(folder, 'home');
  const bin = join(home, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'npx'), NPX);
  await chmod(join(bin, 'npx'), 0o755);
  const userconfig = join(home, '.npmrc');
  await writeFile(userconfig, `${registry.url.replace('http:', '')}:_authToken=none\n`);
  const node = dirname(process.execPath);
  return {
    PATH: [bin, node, process.env['PATH'] ?? ''].join(delimiter),
    HOME: home,
    TOOLSCORE_CLI: join(ROOT, 'dist/cli.mjs'),
    TOOLSCORE_HOME: join(home, 'toolscore'),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    npm_config_registry: registry.url,
    npm_config_userconfig: userconfig,
    npm_config_cache: join(home, 'npm'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    // What publishing would run first are commands that the page has had run by then; see below.
    npm_config_ignore_scripts: 'true',
  };
}

/** This package and the one it depends on, as the registry would have them. */
async function ownRegistry(folder: string): Promise<Registry> {
  const sources = [ROOT, join(ROOT, 'node_modules/jiti')];
  const packing = ['pack', ...sources, '--ignore-scripts', '--json', '--pack-destination', folder];
  const packed = JSON.parse((await run('npm', packing, { cwd: folder })).stdout) as { filename: string }[];
  return startRegistry(
    await Promise.all(
      sources.map(async (source, index) => ({
        file: join(folder, packed[index]?.filename ?? ''),
        manifest: JSON.parse(await readFile(join(source, 'package.json'), 'utf8')),
      })),
    ),
  );
}

test('whoever follows the page from nothing has a published pack, and every command did what it says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolscore-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const registry = await ownRegistry(folder);
  onTestFinished(() => registry.close());
  const start = join(folder, 'start');
  await mkdir(start);

  const page = await readFile(join(ROOT, 'rules/writing-rules.md'), 'utf8');
  const { commands, files } = await walk(page, start, await environment(folder, registry));

  expect(commands.length).toBeGreaterThan(20);
  expect(new Set(files).size).toBe(7);
  const [sent, ...more] = registry.published;
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ name: 'toolscore-pack-house', 'dist-tags': { latest: '0.2.0' } });
  const { scripts } = JSON.parse(await readFile(join(start, 'toolscore-pack-house/package.json'), 'utf8'));
  expect(scripts.prepublishOnly).toBe('toolscore pack check && npm test');
  expect(commands).toEqual(expect.arrayContaining(['npx toolscore pack check', 'npm test']));
  // Installed by its file, switched on by config only.
  const shop = JSON.parse(await readFile(join(start, 'shop/package.json'), 'utf8'));
  expect(Object.keys(shop.devDependencies)).toEqual(['toolscore', 'toolscore-pack-house']);
}, 300_000);
