/** The parts of a scorecard as programs see them. Scorecard specification, 2.4, 6 and 7.4. */

import type { Confidence, Grade } from './model.js';

/** Shares in [0, 1]; null where there is nothing to measure or the scorer has no such share. */
export interface Rates {
  readonly happy: number | null;
  readonly edge: number | null;
  readonly lint: number | null;
  readonly effect: number | null;
}

export interface ToolSummary {
  readonly name: string;
  readonly passed: number;
  /** Scenarios that count. */
  readonly total: number;
  readonly avgLatencyMs: number;
  /** Estimated, of the definition. */
  readonly tokens: number;
}

/** Something wrong with a definition. */
export interface LintIssue {
  /** A tool's name, `<instructions>` or `<server>`. */
  readonly tool: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}

export type ProbeCheck = 'bound' | 'agreement' | 'idempotent' | 'round-trip';
export type ProbeStatus = 'pass' | 'fail' | 'inconclusive' | 'skipped';
/** The rules that ship. A plugin may bring more; compare texts, and keep a default. */
export type ProbeRule =
  | 'probe-write-not-observable'
  | 'probe-silent-noop'
  | 'probe-data-lost'
  | 'probe-bound-exceeded'
  | 'probe-bound-short'
  | 'probe-slice-mismatch'
  | 'probe-paths-disagree'
  | 'probe-not-idempotent';

/** What a check of a tool's effects came to. */
export interface ProbeResult {
  readonly check: ProbeCheck;
  readonly tool: string;
  readonly status: ProbeStatus;
  /** Of a failure. */
  readonly rule: ProbeRule | null;
  /** Of a pass or a failure. */
  readonly confidence: Confidence | null;
  /** `error` for a failure of high confidence, `warning` for another one. */
  readonly severity: 'error' | 'warning' | null;
  /** How the read tool or the relation was chosen, in words. */
  readonly basis: string;
  readonly message: string;
  readonly fix: string | null;
  /** Of a declared check that has one. */
  readonly id?: string;
  /** Of a bound: the parameter. */
  readonly param?: string;
  /** Of a round trip: the read tools that showed the record. */
  readonly readers?: readonly string[];
  /** Of a round trip: the prefixes of what was written, to clean up by. */
  readonly markers?: readonly string[];
  /** What was done, in order. */
  readonly details: readonly { readonly step: string; readonly outcome: string; readonly note?: string }[];
}

/** What rules found that do not count in the grade: one cause, however many tools it was seen on. */
export interface UncountedFinding {
  readonly rule: string;
  /** Where it was seen most clearly. */
  readonly tool: string;
  /** Everywhere it was seen, `tool` first. */
  readonly tools: readonly string[];
  readonly severity: 'error' | 'warning' | 'info';
  readonly confidence: Confidence;
  readonly message: string;
  readonly fix: string;
}

/** Something to do, the most urgent first. */
export interface FixEntry {
  readonly tool: string;
  readonly problem: string;
  readonly fix: string;
  /** From 0, the most urgent, to 3. */
  readonly priority: 0 | 1 | 2 | 3;
  readonly rule: string;
}

export interface GradeCapSummary {
  /** False when the cap was turned off or no probes ran. */
  readonly enabled: boolean;
  /** The letter was lowered. */
  readonly capped: boolean;
  readonly cap: Grade | null;
  /** The letter by score alone. */
  readonly uncappedGrade: Grade | null;
  /** `<rule> on <tool>` for every failure of high confidence. */
  readonly reasons: readonly string[];
  /** In words, when the letter was lowered. */
  readonly note: string | null;
}
