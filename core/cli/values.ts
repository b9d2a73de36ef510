/** The argument values of a run: of the config, of files, of flags. */

import { resolve } from 'node:path';
import type { ResolvedConfig } from '../config/types.js';
import { UsageError } from '../errors.js';
import type { ModuleLoader } from '../load/module.js';
import { placeOf } from '../origin.js';
import { type ArgumentValue, createValues, parseArg, type Values } from '../values/values.js';
import type { RunOptions } from './options.js';

/**
 * Weakest first: the config, its files, the files of flags, single flags.
 * @throws UsageError with everything that is wrong in any of them
 */
export async function valuesOf(
  config: Pick<ResolvedConfig, 'args' | 'argsFiles'>,
  { arg = [], argsFile = [] }: RunOptions,
  context: { readonly cwd: string; readonly modules: ModuleLoader },
): Promise<Values> {
  const problems: string[] = [];
  const collect = async (
    read: () => Promise<readonly ArgumentValue[]> | readonly ArgumentValue[],
  ): Promise<readonly ArgumentValue[]> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  };
  const layers: (readonly ArgumentValue[])[] = [
    config.args.map(({ origin, ...rest }) => ({ ...rest, source: placeOf(origin) })),
  ];
  const files = [...config.argsFiles.map(({ value }) => value), ...argsFile.map((path) => resolve(context.cwd, path))];
  for (const path of files) {
    const { loadArgsFile } = await import('../values/args-file.js');
    layers.push(await collect(() => loadArgsFile(path, context)));
  }
  const flags: ArgumentValue[] = [];
  for (const text of arg) flags.push(...(await collect(() => [parseArg(text)])));
  if (problems.length > 0) throw new UsageError(problems);
  return createValues([...layers, flags]);
}
