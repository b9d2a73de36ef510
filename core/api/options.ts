/** What several functions of the API take, and what it means. */

import { argumentValues, checkProbeConfig } from '../effects/check-config.js';
import { type ArgValues, checkedConfig, effectConfigOf, type ProbeConfig } from '../effects/probe-config.js';
import { UsageError } from '../errors.js';
import { isObject } from '../json.js';
import type { EffectsInput } from '../effects/config.js';
import { quote } from '../load/quote.js';
import type { Permissions, Tool } from '../model.js';
import { createValues, type Values } from '../values/values.js';

/** Options of everything that calls tools. */
export interface CallingOptions {
  /** Values that the server accepts, by tool name (`*` for all) and argument name. */
  readonly args?: ArgValues;
  /** Probes may write, and destructive tools that name no target are called: only against a disposable server. Default false. */
  readonly allowWrites?: boolean;
  /** Milliseconds for each call; those of the connection when left out. */
  readonly timeoutMs?: number;
  /** Milliseconds for the whole run; 600,000 when left out. */
  readonly maxTimeMs?: number;
  /** Ends the run early: what has not run is reported as not run. */
  readonly signal?: AbortSignal;
  /** Called before each subject that a plugin looks at. */
  readonly onProgress?: (step: {
    readonly probe: string;
    readonly subject: string;
    readonly done: number;
    readonly of: number;
  }) => void;
}

/** The values of a run, those of a probe config the weakest. */
export function valuesFor(args: ArgValues | undefined, config?: ProbeConfig): Values {
  const own = config?.args === undefined ? [] : [argumentValues(config)];
  if (args === undefined) return createValues(own);
  const problems = Object.entries(args).filter(([, named]) => !isObject(named));
  if (problems.length > 0)
    throw new UsageError(
      problems.map(
        ([tool, named]) => `options: args.${tool}: expected an object of argument values, found ${quote(named)}`,
      ),
    );
  return createValues([...own, argumentValues({ args }, { name: 'options' })]);
}

/** @throws ProbeConfigError */
export function effectsFor(config: ProbeConfig, warn: (warning: string) => void): EffectsInput {
  const checked = checkedConfig(config);
  return {
    config: effectConfigOf(checked),
    check(tools: readonly Tool[]) {
      const { problems, warnings } = checkProbeConfig(checked, tools);
      warnings.forEach(warn);
      return problems;
    },
  };
}

/** What a run may do. `mayWrite`: plugins that call every tool in an ordinary run. */
export function permissionsFor(
  { allowWrites = false, readOnly = false }: { readonly allowWrites?: boolean; readonly readOnly?: boolean },
  mayWrite: readonly string[],
): Permissions {
  if (allowWrites && readOnly) throw new UsageError('allowWrites and readOnly exclude each other: give one of them.');
  return { readOnly, allowWrites, mayWrite: readOnly ? [] : mayWrite };
}
