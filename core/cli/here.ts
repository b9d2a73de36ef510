import type { ResolvedConfig } from '../config/types.js';
import { createModuleLoader } from '../load/module.js';
import { Problems } from '../problems.js';
import type { Shipped } from '../shipped.js';
import type { Composition } from './composition.js';
import type { Given } from './options.js';
import { configOf } from './prepare.js';
import { chooseTarget, type TargetContext } from './target.js';

export interface Here {
  readonly config: ResolvedConfig;
  readonly shipped: Shipped;
  readonly context: TargetContext;
}

/**
 * The config that applies in the current folder, for commands that need no server.
 * @throws UsageError with everything that is wrong
 */
export async function configHere(options: Given, composition: Composition): Promise<Here> {
  const cwd = process.cwd();
  const context = { cwd, modules: createModuleLoader(composition.entries, cwd) };
  const shipped = await composition.load();
  const { configPath } = await chooseTarget(undefined, options, context);
  const problems = new Problems();
  const config = await configOf(options, composition, shipped, { ...context, path: configPath }, problems);
  problems.throwAny();
  return { config: config as ResolvedConfig, shipped, context };
}
