import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { split } from 'shlex';
import { describe, expect, it } from 'vitest';
import { loadProbeConfig } from '../../core/effects/load-probe-config.js';
import { ProbeConfigError } from '../../core/effects/probe-config.js';
import { readExpected } from '../load/run-broken.js';

const BROKEN = fileURLToPath(new URL('../../fixtures/broken/probe-configs/', import.meta.url));
const folders = await readdir(BROKEN);

/** What the file alone is wrong about; the command line shows the rest, see test/acceptance. */
describe('broken probe configs', () => {
  it('are at least thirty', () => expect(folders.length).toBeGreaterThanOrEqual(30));

  it.each(folders)('%s shows all problems of the file at once', async (name) => {
    const folder = join(BROKEN, name);
    const { command, problems } = await readExpected(folder);
    const words = split(command);
    const file = words[words.indexOf('--probe-config') + 1] as string;
    const error = await loadProbeConfig(file, folder).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (name.startsWith('tools-')) expect(error).toBeUndefined();
    else {
      expect(error).toBeInstanceOf(ProbeConfigError);
      expect((error as ProbeConfigError).problems.join('\n')).toBe(problems);
      expect(problems).toMatch(new RegExp(`^${file}`, 'm'));
    }
  });
});
