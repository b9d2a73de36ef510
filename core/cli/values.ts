/** The argument values of a run: of the config, of files, of flags. */

import { resolve } from 'node:path';
import type { ResolvedConfig } from '../config/types.js';
import type { ModuleLoader } from '../load/module.js';
import { placeOf } from '../origin.js';
import { Problems } from '../problems.js';
import { type ArgumentValue, createValues, parseArg, type Values } from '../values/values.js';
import type { RunOptions } from './options.js';

/**
 * Weakest first: the config, the probe config, the files of the config, those of flags, single flags.
 * @throws UsageError with everything that is wrong in any of them
 */
export async function valuesOf(
  config: Pick<ResolvedConfig, 'args' | 'argsFiles'>,
  { arg = [], argsFile = [] }: RunOptions,
  context: { readonly cwd: string; readonly modules: ModuleLoader },
  declared: readonly ArgumentValue[] = [],
): Promise<Values> {
  const problems = new Problems();
  const layers: (readonly ArgumentValue[])[] = [
    config.args.map(({ origin, ...rest }) => ({ ...rest, source: placeOf(origin) })),
    declared,
  ];
  const files = [...config.argsFiles.map(({ value }) => value), ...argsFile.map((path) => resolve(context.cwd, path))];
  for (const path of files) {
    const { loadArgsFile } = await import('../values/args-file.js');
    layers.push((await problems.wait(() => loadArgsFile(path, context))) ?? []);
  }
  const flags = arg.map((text) => problems.attempt(() => parseArg(text)));
  problems.throwAny();
  return createValues([...layers, flags as ArgumentValue[]]);
}
