import { printConfig } from '../config/print.js';
import type { JsonObject } from '../json.js';
import { createModuleLoader } from '../load/module.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import type { RunOptions } from './options.js';
import { configOf } from './prepare.js';
import { chooseTarget } from './target.js';

/** `toolscore config`: every setting that applies in this folder, with where it came from. */
export async function runConfig(options: object, composition: Composition): Promise<number> {
  const cwd = process.cwd();
  const modules = createModuleLoader(composition.entries, cwd);
  const given = options as RunOptions & JsonObject;
  const { configPath } = await chooseTarget(undefined, given, { cwd, modules });
  const config = await configOf(given, composition, await composition.load(), { cwd, modules, path: configPath });
  process.stdout.write(printConfig(config, cwd));
  return EXIT.ok;
}
