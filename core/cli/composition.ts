/** What the composition root hands to the commands: everything that core must not know by name. */

import type { Plugin } from '../define.js';
import type { JsonObject } from '../json.js';

/** A command-line option that sets an option of a plugin. */
export interface PluginFlag {
  /** As commander wants it: `--cases <n>`. */
  readonly flags: string;
  readonly description: string;
  readonly plugin: string;
  readonly option: string;
  /** Under which name commander keeps it, and what it keeps there when the flag was not given. */
  readonly key: string;
  readonly unset: unknown;
  /** The value from the text that was given, or from the flag's presence (`undefined`). Throws UsageError when it cannot be. */
  readonly value: (text: string | undefined) => unknown;
}

/** Small enough to load before anything else. */
export interface Flags {
  readonly pluginFlags: readonly PluginFlag[];
  /** Names that `--report` takes. */
  readonly reportFormats: readonly string[];
}

/** What ships. */
export interface Shipped {
  readonly plugins: readonly Plugin[];
  /** Preset name without `toolscore:`, to toggles by rule id. */
  readonly presets: ReadonlyMap<string, JsonObject>;
  readonly defaultPreset: string;
  readonly defaultScorer: string;
  /** Plugins that may call tools which are not read-only in an ordinary run. */
  readonly mayWrite: readonly string[];
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
