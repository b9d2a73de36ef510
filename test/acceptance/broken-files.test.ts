/** Broken configs, client configs, plugins and probe configs, through the built command line: all problems at once, exit 2, no server started or no tool called. */

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
): Promise<{ code: number | null; problems: string; traces: readonly string[] }> {
  const root = await scratch();
  const cwd = join(root, 'group', 'case');
  for (const server of ['must-not-start.mjs', 'must-not-be-called.mjs'])
    await cp(join(BROKEN, server), join(root, server));
  await cp(folder, cwd, { recursive: true });
  const { code, out, err } = await toolscore(args, { cwd });
  expect(out).toBe('');
  const traces = (await readdir(cwd)).filter((name) => name === 'started.txt' || name === 'called.txt');
  return { code, problems: err.trimEnd(), traces };
}

for (const group of ['configs', 'client-configs', 'plugins', 'probe-configs']) {
  const folders = await readdir(join(BROKEN, group));
  describe(`broken ${group}`, () => {
    it.each(folders)('%s', async (name) => {
      const folder = join(BROKEN, group, name);
      const { command, problems } = await readExpected(folder);
      const ran = await runIn(folder, split(command).slice(2));
      expect(ran.problems).toBe(problems);
      expect(ran).toMatchObject({ code: 2, traces: [] });
    });
  });
}
