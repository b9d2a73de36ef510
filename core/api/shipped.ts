/**
 * The composition root of programs, as `core/cli/main.ts` is that of the command line: the one file of the API that
 * names what ships. Only by dynamic imports: a plugin that imports `toolscore` for its types and `defineProbe` must
 * not load every other plugin, and what ships imports the public API itself.
 */

import manifest from '../../package.json' with { type: 'json' };
import type { PluginFlag, ReportViews, Shipped } from '../shipped.js';

export const VERSION: string = manifest.version;

export async function loadShipped(): Promise<Shipped & { readonly pluginFlags: readonly PluginFlag[] }> {
  const [{ shipped }, { flags }] = await Promise.all([
    import('../../plugins/index.js'),
    import('../../plugins/flags.js'),
  ]);
  return { ...shipped, pluginFlags: flags.pluginFlags };
}

export async function loadViews(): Promise<ReportViews> {
  return (await import('../../plugins/views.js')).views;
}
