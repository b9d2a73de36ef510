import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { loadConfig } from '../../core/config/load.js';
import { loadPlugins } from '../../core/load/load.js';
import { contextFor, project } from './folder.js';

const run = promisify(execFile);
const pack = fileURLToPath(new URL('../../fixtures/plugins/toolscore-pack-acme/', import.meta.url));

it('loads a pack that was packed and installed from its tarball', async () => {
  const cwd = await project({
    'package.json': { name: 'empty', private: true },
    'toolscore.config.yaml': 'extends: [toolscore-pack-acme:strict]\nrules: { acme/prefix-missing: "off" }',
  });
  const npm = (...args: string[]) => run('npm', [...args, '--silent', '--offline', '--ignore-scripts'], { cwd });
  const { stdout } = await npm('pack', pack, '--pack-destination', cwd);
  // The peer is the program that runs; it is not in the registry of this test.
  await npm('install', '--legacy-peer-deps', '--no-audit', '--no-fund', `./${stdout.trim()}`);
  expect(JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))).toHaveProperty(
    'dependencies.toolscore-pack-acme',
  );

  const context = { ...contextFor(cwd), presets: new Map() };
  const config = await loadConfig(context);
  const [loaded, ...others] = await loadPlugins(config.plugins, context);
  expect(others).toEqual([]);
  expect(loaded?.plugin.rules?.map(({ id }) => id)).toEqual(['acme/parameters-many', 'acme/prefix-missing']);
  expect(loaded?.package).toMatchObject({ name: 'toolscore-pack-acme', version: '1.2.0' });
  expect(config.layers.map(({ rules }) => rules)).toEqual([
    {
      'acme/parameters-many': { severity: 'warning', options: { limit: 2 } },
      'acme/prefix-missing': 'error',
      'description-missing': 'error',
    },
    { 'acme/prefix-missing': 'off' },
  ]);
  expect(
    await loadPlugins([{ specifier: 'toolscore-pack-acme', from: cwd, origin: { source: '--plugin' } }], context),
  ).toHaveLength(1);
}, 120_000);
