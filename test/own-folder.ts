/** Gives the tests a folder for temporary files that goes with the run, whatever is left in it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NAME = 'toolscore-tests-';

/** Called once for each project of a run; one folder is enough, and a path of three would be too long for a socket. */
export default function ownFolder(): () => void {
  const before = process.env['TMPDIR'];
  if (before !== undefined && basename(before).startsWith(NAME)) return () => {};
  const folder = mkdtempSync(join(tmpdir(), NAME));
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    // Servers that a test left behind may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
