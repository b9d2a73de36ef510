import schema from '../../schemas/manifest.schema.json' with { type: 'json' };
import { manifestSchema } from '../manifest/schema.js';
import type { Composition } from './composition.js';
import { type EvaluationOptions, settingOf } from './evaluation.js';
import { writeOutput } from '../kernel/write.js';
import { EXIT } from './exit.js';

/**
 * `toolscore schema manifest`: what an editor needs to complete and check manifests. With a config or plugins, kinds
 * from outside have their branches, too.
 * @throws UsageError when those cannot be loaded
 */
export async function printManifestSchema(
  options: Pick<EvaluationOptions, 'config' | 'plugin'>,
  composition: Composition,
): Promise<number> {
  const isPlain = options.config === undefined && options.plugin === undefined;
  const shown = isPlain ? schema : manifestSchema((await settingOf(options, composition)).kinds);
  const text = `${JSON.stringify(shown, null, 2)}\n`;
  await writeOutput({ format: 'json', path: '-' }, text);
  return EXIT.ok;
}
