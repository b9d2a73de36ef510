/** How a command ends: an exit code and, when something is wrong, a few lines on standard error that say what to do. */

import { LocalError, UsageError } from '../errors.js';
import { ServerError } from '../session/port.js';
import { say } from './say.js';
import { printable, printableLines } from '../text/printable.js';

/** `incomplete`: a manifest run that could not be completed. Spec: manifest 3.8. */
export const EXIT = { ok: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** Prints what ended a command and returns its exit code. What a server had a hand in is escaped; a stack is never shown. */
export function report(error: unknown): number {
  if (error instanceof UsageError) {
    for (const problem of error.problems) say(printableLines(problem));
    return EXIT.usage;
  }
  if (error instanceof ServerError) {
    say(printable(error.message, { max: 500 }));
    if (error.detail !== undefined && error.detail.trim() !== '') {
      say('  The server wrote to standard error:');
      for (const line of error.detail.split('\n').filter((text) => text.trim() !== ''))
        say(`    ${printable(line, { max: 300 })}`);
    }
    return EXIT.failed;
  }
  if (error instanceof LocalError) {
    say(printable(error.message, { max: 500 }));
    return EXIT.incomplete;
  }
  say(`toolscore failed: ${printable(error instanceof Error ? error.message : String(error), { max: 500 })}`);
  say('  This is a fault of toolscore itself. Set TOOLSCORE_DEBUG=1 to see where.');
  if (process.env['TOOLSCORE_DEBUG'] && error instanceof Error) say(printableLines(error.stack ?? ''));
  return EXIT.failed;
}

/** Ends the process once what was written has left it; nothing a server left open may keep us. */
export function leave(code: number): void {
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}
