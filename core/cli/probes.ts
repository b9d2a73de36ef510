/** What the command line says of effect probes. */

import type { EffectsInput } from '../effects/config.js';
import { printable } from '../text/printable.js';
import type { ArgumentValue } from '../values/values.js';
import type { RunOptions } from './options.js';
import { say } from './say.js';

export interface DeclaredEffects {
  readonly effects: EffectsInput;
  /** Its `args`, which apply to the whole run. */
  readonly args: readonly ArgumentValue[];
}

/**
 * The probe config that was named, if one was. Warnings go to standard error once the server's tools are known.
 * @throws UsageError with everything that is wrong with the file
 */
export async function declaredEffects(
  { probeConfig }: Pick<RunOptions, 'probeConfig'>,
  cwd: string,
): Promise<DeclaredEffects | undefined> {
  if (probeConfig === undefined) return undefined;
  const [{ loadProbeConfig }, { effectConfigOf }, { argumentValues, checkProbeConfig }] = await Promise.all([
    import('../effects/load-probe-config.js'),
    import('../effects/probe-config.js'),
    import('../effects/check-config.js'),
  ]);
  const config = await loadProbeConfig(probeConfig, cwd);
  return {
    args: argumentValues(config),
    effects: {
      config: effectConfigOf(config),
      check(tools) {
        const { problems, warnings } = checkProbeConfig(config, tools);
        for (const warning of warnings) say(`Warning: ${printable(warning, { max: 500 })}`);
        return problems;
      },
    },
  };
}
