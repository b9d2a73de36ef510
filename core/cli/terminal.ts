/** What standard output and standard error can show. */

import { printable } from '../text/printable.js';
import { createProgress } from './progress.js';

export { terminalOf } from '../terminal.js';

/** Progress on standard error where that is a terminal, else nothing. */
export function progressOf(): ReturnType<typeof createProgress> {
  if (process.stderr.isTTY !== true || process.env['TERM'] === 'dumb') return { step() {}, end() {} };
  return createProgress(process.stderr, printable);
}
