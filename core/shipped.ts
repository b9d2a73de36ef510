/** What the composition roots hand to commands and programs: everything that core must not know by name. */

import type { FoundFile } from './config/found.js';
import type { Plugin } from './define.js';
import type { Terminal } from './hooks.js';
import type { JsonObject } from './json.js';
import type { Grade, Report } from './model.js';
import type { Recording } from './record/recording.js';
import type {
  FixEntry,
  GradeCapSummary,
  LintIssue,
  ProbeResult,
  Rates,
  ToolSummary,
  UncountedFinding,
} from './report-parts.js';
import type { ScenarioResult } from './scenario-result.js';

/** A command-line option that sets an option of a plugin; the API takes it under `key`. */
export interface PluginFlag {
  /** As commander wants it: `--cases <n>`. */
  readonly flags: string;
  readonly description: string;
  readonly plugin: string;
  readonly option: string;
  /** Under which name commander keeps it, and what it keeps there when the flag was not given. */
  readonly key: string;
  readonly unset: unknown;
  /** It also means something to a run that is only judged. */
  readonly judges?: true;
  /** The value from the text that was given, or from the flag's presence (`undefined`). Throws UsageError when it cannot be. */
  readonly value: (text: string | undefined) => unknown;
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
  /** Plugins that a scorer needs besides, by the scorer's name; loaded when it is chosen. */
  readonly scorers: ReadonlyMap<string, () => Promise<readonly Plugin[]>>;
  /** Many servers side by side; loaded only when there are many. */
  readonly overview: () => Promise<Overview>;
  /** Recording of runs, and replaying them; loaded only for that. */
  readonly recording: () => Promise<Recording>;
  /** What moved between two runs; loaded only for a watch. */
  readonly changes: () => Promise<Changes>;
  /** What ships for manifest runs; loaded only for them. */
  readonly manifest: () => Promise<ShippedForManifests>;
}

export interface ShippedForManifests {
  /** Its kinds in the order of reports and of published schemas. */
  readonly plugins: readonly Plugin[];
  /** The fixed labels of cases, in the order of reports and of published schemas. */
  readonly labels: readonly string[];
}

/** What a report comes to in one line of a table. */
export interface ServerRow {
  readonly grade: Grade | null;
  readonly capped: boolean;
  /** In [0, 1]; null when there is none. */
  readonly score: number | null;
  /** Findings of the definitions. */
  readonly errors: number;
  readonly warnings: number;
  /** What to do first, or why there is no grade; empty when there is nothing. */
  readonly worst: string;
}

/** One server of many: its row, or why there is none. */
export type ServerOutcome = { readonly name: string } & ({ readonly row: ServerRow } | { readonly error: string });

export interface Overview {
  /** `lint`: of the definitions alone. */
  readonly row: (report: Report, kind: 'scorecard' | 'lint') => ServerRow;
  /** The result of a server in a few words. */
  readonly words: (row: ServerRow, kind: 'scorecard' | 'lint') => string;
  readonly table: (outcomes: readonly ServerOutcome[], kind: 'scorecard' | 'lint', terminal: Terminal) => string;
  readonly found: (files: readonly FoundFile[], terminal: Terminal) => string;
  readonly json: (report: Report) => JsonObject;
}

/** What a watch shows, each text with its line ends. */
export interface Changes {
  /** Begins a run: the time of day, and which files changed. */
  readonly heading: (time: string, changed: readonly string[], terminal: Terminal) => string;
  /** What is better or worse than in the run before. */
  readonly words: (before: Report, now: Report, kind: 'scorecard' | 'lint', terminal: Terminal) => string;
}

/** A report as the API hands it on: in parts, and as the files that the command line writes. */
export interface ReportViews {
  readonly scenarios: (report: Report) => readonly ScenarioResult[];
  readonly lint: (report: Report) => readonly LintIssue[];
  readonly probes: (report: Report) => readonly ProbeResult[];
  readonly fixes: (report: Report) => readonly FixEntry[];
  readonly uncounted: (report: Report) => readonly UncountedFinding[];
  readonly tools: (report: Report) => readonly ToolSummary[];
  readonly rates: (report: Report) => Rates;
  readonly gradeCap: (report: Report) => GradeCapSummary;
  readonly json: (report: Report) => JsonObject;
  readonly markdown: (report: Report) => string;
  readonly badge: (report: Report) => string;
  readonly console: (report: Report, terminal: Terminal) => string;
}
