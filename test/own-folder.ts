/** Gives the tests a folder for temporary files that goes with the run, whatever is left in it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function ownFolder(): () => void {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'toolscore-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    // Servers that a test left behind may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
