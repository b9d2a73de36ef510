/** What standard output and standard error can show. */

import { printable } from '../text/printable.js';
import type { RunOptions } from './options.js';
import { createProgress } from './progress.js';

export { terminalOf } from '../terminal.js';

/** Progress on standard error where that is a terminal and no logs go there, else nothing. */
export function progressOf({ verbose }: RunOptions): ReturnType<typeof createProgress> {
  if (process.stderr.isTTY !== true || process.env['TERM'] === 'dumb' || verbose === true)
    return { step() {}, end() {} };
  return createProgress(process.stderr, printable);
}
