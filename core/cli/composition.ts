/** What the composition root hands to the commands. */

import type { PluginFlag, Shipped } from '../shipped.js';

/** Small enough to load before anything else. */
export interface Flags {
  readonly pluginFlags: readonly PluginFlag[];
  /** Names that `--report` takes. */
  readonly reportFormats: readonly string[];
}

export interface Composition {
  readonly version: string;
  readonly flags: Flags;
  readonly load: () => Promise<Shipped>;
  /** This package's entries as file URLs, by the names that plugins import. */
  readonly entries: Readonly<Record<'toolscore' | 'toolscore/testing', string>>;
  /** The bundled sample server: how to start it, and how to be it. */
  readonly sampleServer: { readonly command: readonly string[]; run(args: readonly string[]): Promise<number> };
}
