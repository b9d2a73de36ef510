import { printConfig } from '../config/print.js';
import type { Composition } from './composition.js';
import { EXIT } from './exit.js';
import { configHere } from './here.js';
import type { Given } from './options.js';

/** `toolscore config`: every setting that applies in this folder, with where it came from. */
export async function runConfig(options: object, composition: Composition): Promise<number> {
  const { config, context } = await configHere(options as Given, composition);
  process.stdout.write(printConfig(config, context.cwd));
  return EXIT.ok;
}
