/** What the command line tells people beside its output, on standard error. */

import type { PluginFault } from '../model.js';

/** A line. A reader that left must not end the run. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`, () => {});
}

/** What failed in a plugin, where, and what that costs: behind "plugin". Not escaped. */
export function faultWords({ plugin, step, message, cost }: PluginFault): string {
  return `"${plugin}" failed in ${step}: ${message}. ${cost}`;
}
