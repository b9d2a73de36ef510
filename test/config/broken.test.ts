import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { problemsOf, readExpected } from '../load/run-broken.js';

const broken = fileURLToPath(new URL('../../fixtures/broken/', import.meta.url));

for (const group of ['configs', 'client-configs', 'plugins']) {
  const folders = await readdir(join(broken, group));
  describe(`broken ${group}`, () => {
    it('are at least ten', () => expect(folders.length).toBeGreaterThanOrEqual(10));

    for (const name of folders) {
      it(`${name} shows all its problems at once`, async () => {
        const folder = join(broken, group, name);
        const { command, problems } = await readExpected(folder);
        expect(problems).not.toBe('');
        expect(await problemsOf(folder, command)).toBe(problems);
      });
    }
  });
}
