/** Broken configs, client configs and plugins, through the built command line: all problems at once, exit 2, no server. */

import { cp, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { split } from 'shlex';
import { describe, expect, it } from 'vitest';
import { readExpected } from '../load/run-broken.js';
import { scratch, toolscore } from './cli.js';

const BROKEN = resolve('fixtures/broken');

/** Runs a command line in a copy of the folder, two levels down as it lies among the fixtures. */
async function runIn(
  folder: string,
  args: readonly string[],
): Promise<{ code: number | null; problems: string; started: boolean }> {
  const root = await scratch();
  const cwd = join(root, 'group', 'case');
  await cp(join(BROKEN, 'must-not-start.mjs'), join(root, 'must-not-start.mjs'));
  await cp(folder, cwd, { recursive: true });
  const { code, out, err } = await toolscore(args, { cwd });
  expect(out).toBe('');
  return { code, problems: err.trimEnd(), started: (await readdir(cwd)).includes('started.txt') };
}

for (const group of ['configs', 'client-configs', 'plugins']) {
  const folders = await readdir(join(BROKEN, group));
  describe(`broken ${group}`, () => {
    it.each(folders)('%s', async (name) => {
      const folder = join(BROKEN, group, name);
      const { command, problems } = await readExpected(folder);
      const ran = await runIn(folder, split(command).slice(2));
      expect(ran.problems).toBe(problems);
      expect(ran).toMatchObject({ code: 2, started: false });
    });
  });
}
