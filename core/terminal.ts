/** What standard output can show. */

import type { Terminal } from './hooks.js';

/** Columns where nobody says how wide it is, as in a pipe or a log. */
const DEFAULT_WIDTH = 100;

/** Spec: scorecard 7.2. `NO_COLOR` and `FORCE_COLOR` are the conventions of the field. */
export function terminalOf(
  { color, verbose }: { readonly color?: boolean; readonly verbose?: boolean },
  stream: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout,
  env = process.env,
): Terminal {
  const shows = stream.isTTY === true && env['TERM'] !== 'dumb';
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  const refused = color === false || (env['NO_COLOR'] ?? '') !== '';
  return {
    width: stream.isTTY === true && (stream.columns ?? 0) > 0 ? (stream.columns ?? 0) : DEFAULT_WIDTH,
    color: (shows || forced) && !refused,
    unicode: isUtf8(env) && env['TERM'] !== 'linux',
    verbose: verbose === true,
  };
}

function isUtf8(env: NodeJS.ProcessEnv): boolean {
  if (process.platform === 'win32') return env['WT_SESSION'] !== undefined || env['TERM_PROGRAM'] === 'vscode';
  return /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
}
