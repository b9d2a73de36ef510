/** `--baseline` and `--strict-baseline`: what a run is compared with. */

import { resolve } from 'node:path';
import type { Baseline, BaselineComparison } from '../baseline/types.js';
import type { ResolvedConfig } from '../config/types.js';
import { UsageError } from '../errors.js';
import { shownPath } from '../shown-path.js';
import type { RunOptions } from './options.js';

/**
 * The baseline that a flag or the config names; undefined when neither does. `server`: its name in the client config file.
 * @throws UsageError when it cannot be read, or is no report
 */
export async function baselineFor(
  { baseline, strictBaseline, all }: Pick<RunOptions, 'baseline' | 'strictBaseline' | 'all'>,
  config: Pick<ResolvedConfig, 'baseline'>,
  { cwd, version, server }: { readonly cwd: string; readonly version: string; readonly server?: string | undefined },
): Promise<Baseline | undefined> {
  const file = baseline === undefined ? config.baseline?.value : resolve(cwd, baseline);
  if (file === undefined) {
    if (strictBaseline === true)
      throw new UsageError('--strict-baseline needs --baseline FILE: a JSON report that was written earlier.');
    return undefined;
  }
  const { readBaseline } = await import('../baseline/read.js');
  return readBaseline(file, { source: shownPath(file, cwd), version, server, many: all });
}

/** Why a run fails that must have no entry left over; undefined when it has none. */
export function leftOver({ fixed, source }: BaselineComparison): string | undefined {
  if (fixed.length === 0) return undefined;
  const entries = fixed.length === 1 ? '1 entry of the baseline does' : `${fixed.length} entries of the baseline do`;
  return `${entries} not occur any more. Write it again: the same command with --report json=${source}`;
}
