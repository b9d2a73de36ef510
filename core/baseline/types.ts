/** What a run is compared with, and what comes of it. */

import type { Confidence, Grade, Severity, Verdict } from '../model.js';

/** A finding as a report keeps it for later runs. */
export interface KeptFinding {
  /** See `findingIds`. */
  readonly id: string;
  readonly rule: string;
  /** The tool, or whose finding it is instead: `<server>`, `<instructions>`. */
  readonly tool: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly counted: boolean;
  readonly message: string;
}

/** What is compared of a report, whether it was written earlier or not. */
export interface Baseline {
  /** Where it comes from, as messages show it. */
  readonly source: string;
  readonly server: { readonly name: string; readonly version: string };
  readonly grade: Grade | null;
  readonly score: number | null;
  /** Names of the tools. */
  readonly tools: readonly string[];
  readonly findings: readonly KeptFinding[];
}

/** `known`: the baseline has it. */
export type FindingState = 'known' | 'new';

/** A finding of the baseline of which this run cannot say whether it is still there. */
export interface NotLookedAt extends KeptFinding {
  readonly reason: string;
}

export interface BaselineComparison {
  readonly source: string;
  /** The name of the baseline's server when it is another one than that of the run. */
  readonly otherServer: string | undefined;
  /** Of every finding of the run. */
  readonly states: ReadonlyMap<Verdict, FindingState>;
  /** Findings of the baseline that were looked for and are not there any more. */
  readonly fixed: readonly KeptFinding[];
  readonly notLookedAt: readonly NotLookedAt[];
}
