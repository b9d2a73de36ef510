/** `toolscore rules --pack`: what is in a pack, whether a config uses it or not. Data packs run no code for it. */

import { findPack } from '../load/find-pack.js';
import { loadPlugins } from '../load/load.js';
import { formatPack } from '../rules/describe-pack.js';
import { typedPath } from '../shown-path.js';
import type { Composition } from './composition.js';
import { configHere } from './here.js';
import type { Given } from './options.js';

/** The text about a pack. @throws UsageError when there is no such pack, or with what is wrong with it */
export async function packHere(name: string, options: Given, composition: Composition): Promise<string> {
  const { config, shipped, context } = await configHere(options, composition);
  const found = await findPack(name, config.plugins, context);
  const { folder, pack, info } = found;
  const taken = shipped.plugins.map((plugin) => plugin.name);
  const origin = { source: `--pack ${name}` };
  const loaded = await loadPlugins([{ specifier: folder, from: context.cwd, origin }], { ...context, taken });
  const description = info?.manifest['description'];
  return formatPack(
    {
      pack,
      name: info?.name ?? typedPath(folder, context.cwd),
      version: info?.version,
      description: typeof description === 'string' ? description : undefined,
      rules: loaded.flatMap(({ plugin }) => plugin.rules ?? []),
    },
    context.cwd,
  );
}
