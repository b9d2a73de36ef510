import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeOutput } from '../../core/kernel/write.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscore-write-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('writeOutput', () => {
  it('makes missing folders and replaces a file', async () => {
    const path = join(folder, 'a/b/report.md');
    await writeOutput({ format: 'md', path }, 'one');
    await writeOutput({ format: 'md', path }, 'two');
    expect(await readFile(path, 'utf8')).toBe('two');
  });

  it.runIf(process.platform === 'linux')('gives up where no folder can be made', async () => {
    await expect(writeOutput({ format: 'md', path: '/proc/nowhere/at/all.md' }, 'x')).rejects.toThrow(/ENOENT|EACCES/);
  });

  it('adds to a job summary, whole lines only and below the limit of CI systems', async () => {
    const path = join(folder, 'summary.md');
    const output = { format: 'md', path, append: true };
    await writeOutput(output, '# before\n');
    await writeOutput(output, `${'é'.repeat(99)}\n`.repeat(10_000));
    const text = await readFile(path, 'utf8');
    expect(text.startsWith(`# before\n${'é'.repeat(99)}\n`)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThan(1_048_576);
    expect(text).toMatch(/é{99}\n\nThe rest does not fit into a job summary; a report file has all of it\.\n$/);
  });
});
