/** What tells `mcp test`, `mcp lint` and `mcp list` apart, and how a run of each ends. */

import type { Effects, Report } from '../model.js';
import { blockingFindings } from '../rules/counted.js';
import { EXIT } from './exit.js';
import { failedGates } from './gates.js';
import type { RunSettings } from './options.js';

/** Which probes run, and what the console shows. */
export interface Kind {
  readonly format: string;
  /** Where that goes, alone; standard output, beside the reports asked for, when left out. */
  readonly path?: string;
  readonly only?: readonly Effects[];
  /** True when the report itself fails the command. */
  readonly fails?: (report: Report) => boolean;
}

export const TEST: Kind = { format: 'console' };
export const LINT: Kind = {
  format: 'lint',
  only: ['read'],
  fails: (report) => blockingFindings(report).length > 0,
};
export const LIST: Kind = { format: 'list', only: [] };

/** The exit code of a finished run, and why it failed its gates. */
export function endOf(
  kind: Kind,
  report: Report,
  settings: Pick<RunSettings, 'failUnder' | 'ci' | 'strictBaseline'>,
  outputFailed: boolean,
): { readonly code: number; readonly failed: readonly string[] } {
  const failed = failedGates(report, settings);
  const broken = outputFailed || report.unfinished !== undefined || (kind === TEST && report.score.version === '');
  const bad = failed.length > 0 || broken || kind.fails?.(report) === true;
  return { code: bad ? EXIT.failed : EXIT.ok, failed };
}
