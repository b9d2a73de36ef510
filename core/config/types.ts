/** A config as it applies: every setting with where it was decided. Plain data; nothing in it grants a run more than it asked for. */

import type { ConfigFile } from '../../schemas/config.gen.js';
import type { JsonObject } from '../json.js';
import type { LoadContext, PluginRef } from '../load/types.js';
import type { Origin, Output } from '../model.js';
import type { Locate } from '../origin.js';
import type { ToggleLayer as RuleToggles } from '../rules/toggles.js';

export interface Setting<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** The toggles of one preset, file or flag. Later layers win, one rule and one option at a time. */
export interface ToggleLayer extends RuleToggles {
  readonly source: string;
}

/** One option of one plugin. */
export interface ProbeOption {
  readonly plugin: string;
  readonly options: JsonObject;
  readonly origin: Origin;
}

export interface ScoringSetting {
  /** Undefined when nobody chose a scorer. */
  readonly use: Setting<string> | undefined;
  readonly options: JsonObject;
  /** By option, and `option.member` where options that are objects were put together from several layers. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** The server a config names, not yet looked up: see `resolveServer`. */
export interface ServerSetting {
  readonly value: NonNullable<ConfigFile['server']>;
  /** Absolute folder that its paths are found from. */
  readonly folder: string;
  readonly origin: Origin;
}

export interface ArgumentSetting {
  /** Name of a tool, or `*`. */
  readonly tool: string;
  readonly name: string;
  readonly value: unknown;
  readonly origin: Origin;
}

export interface ResolvedConfig {
  /** The config file that was read, as messages show it; undefined when there is none. */
  readonly file: string | undefined;
  readonly layers: readonly ToggleLayer[];
  readonly plugins: readonly PluginRef[];
  /** One entry for each option. */
  readonly probes: readonly ProbeOption[];
  readonly scoring: ScoringSetting;
  readonly server: ServerSetting | undefined;
  readonly args: readonly ArgumentSetting[];
  /** Absolute paths; later files win. */
  readonly argsFiles: readonly Setting<string>[];
  readonly timeoutMs: Setting<number> | undefined;
  readonly maxTimeMs: Setting<number> | undefined;
  /** Paths are absolute, or `-` for standard output. */
  readonly reports: readonly Setting<Output>[];
  /** A letter, or a number from 0 to 1, as text. */
  readonly failUnder: Setting<string> | undefined;
  /** Absolute path. */
  readonly baseline: Setting<string> | undefined;
  readonly ci: Setting<boolean> | undefined;
  readonly readOnly: Setting<true> | undefined;
}

/** One file, preset or flag, in the shape of a config file. */
export interface Layer {
  /** As messages and listings show it. */
  readonly source: string;
  readonly value: ConfigFile;
  /** Absolute folder that its paths are found from. */
  readonly folder: string;
  readonly locate: Locate;
  /** Somebody else wrote it, as the preset of a pack. */
  readonly foreign?: true;
}

export interface LayerContext extends LoadContext {
  /** Presets that ship, by name without `toolscore:`. */
  readonly presets: ReadonlyMap<string, JsonObject>;
  /** The preset that applies when no layer extends one of these. */
  readonly defaultPreset?: string;
}
