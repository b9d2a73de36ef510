/** The documents of manifest runs, as their JSON has it. Keys are written in this order. Source: manifest specification, 4.1, 4.5 and 4.9. */

import type { JsonObject } from '../json.js';
import type { Era } from '../session/port.js';

export const REPORT_SCHEMA = 'toolscore.probe-report/v2';
export const DIFF_SCHEMA = 'toolscore.probe-diff/v2';

/** What one evaluation came to. Grows by optional fields only. */
export interface ProbeReport {
  readonly schema: typeof REPORT_SCHEMA;
  /** The program that evaluated; another one's name where its document was read. */
  readonly generator: { readonly name: string; readonly version: string };
  /** Label of the server. */
  readonly server: string;
  /** Lowercase hex over the manifest's bytes; null when no manifest ran. */
  readonly manifest_sha256: string | null;
  /** The era that was detected. */
  readonly protocol?: Era;
  /** Every case passed; true when there are none. */
  readonly passed: boolean;
  /** Null when no manifest ran. */
  readonly gate: Gate | null;
  readonly readiness: ReadinessObject | null;
  /** Why readiness could not be measured: one of the four incomplete reasons. */
  readonly readiness_error: string | null;
  /** In the order of the manifest. */
  readonly cases: readonly ProbeCase[];
}

export interface Gate {
  readonly passed: number;
  readonly total: number;
}

export interface ProbeCase {
  readonly id: string;
  /** Its kind. */
  readonly probe: string;
  /** Its primary tool; null for kinds without one. */
  readonly tool: string | null;
  readonly passed: boolean;
  /** In the kind's own unit; 0 for an incomplete case. */
  readonly attempts: number;
  /** From 1, in the same unit; null unless it failed. */
  readonly first_failure: number | null;
  /** The label it failed with, or what kept it from being completed; null when it passed. */
  readonly reason: string | null;
  /** One line of advice to the server's maintainer; null when it passed. */
  readonly hint: string | null;
  /** The bound that was exceeded, of a failure that is about one. */
  readonly detail: Detail | null;
  readonly measurements: Measurements;
  /** Labels that fail on it with a severity below error. */
  readonly warnings?: readonly string[];
}

export interface Detail {
  /** The field of the manifest that sets the limit. */
  readonly bound: string;
  readonly limit: number;
  readonly observed: number;
}

/** What was measured, the known names first and in this order. A kind from outside may add its own. */
export interface Measurements extends JsonObject {
  readonly tool_count?: number;
  readonly schema_bytes?: number;
  readonly total_tokens?: number;
  /** Heaviest first. */
  readonly per_tool?: readonly ToolTokens[];
  readonly latency_ms?: number;
  readonly pages?: number;
  readonly cancellation_outcome?: string;
}

export interface ToolTokens {
  readonly tool: string;
  readonly tokens: number;
}

/** How ready a server is under a named standard. Source: manifest specification, 4.9.4. */
export interface ReadinessObject {
  /** Scores compare only under one standard. */
  readonly standard: string;
  /** 0 to 100. */
  readonly score: number;
  /** Address of an image of the score. */
  readonly badge?: string;
  /** The operator vouched for tools that declare neither hint. */
  readonly attested_read_only: boolean;
  readonly surface: ReadinessSurface;
  readonly areas: readonly ReadinessArea[];
  readonly profile?: MeasurementProfile;
}

/** How many tools there are, of each sort. */
export interface ReadinessSurface {
  readonly tools: number;
  readonly read_only: number;
  readonly writers: number;
  /** With at least one call that succeeded. */
  readonly exercised: number;
}

export interface ReadinessArea {
  readonly name: string;
  /** Percent of the total. */
  readonly weight: number;
  /** 0 to 100. */
  readonly score: number;
  readonly measurements: Readonly<Record<string, number>>;
  /** Lost points only. */
  readonly checks: readonly ReadinessCheck[];
}

export interface ReadinessCheck {
  readonly id: string;
  readonly tool: string | null;
  /** 0 to 99. */
  readonly score: number;
  readonly observed: number | null;
  readonly reason: string;
  readonly hint: string;
}

/** Under which conditions readiness was measured: two scores compare only when these are equal. Source: 4.9.5. */
export interface MeasurementProfile {
  /** Version of the program. */
  readonly evaluator: string;
  readonly platform: string;
  readonly arch: string;
  /** What the client declared to the server. */
  readonly client_capabilities: string;
  readonly confirm_read_only: boolean;
  /** Sorted. */
  readonly skipped_tools: readonly string[];
  readonly call_timeout_ms: number;
  readonly repeats: number;
}

/** What moved between two reports of one server. Source: manifest specification, 4.5. */
export interface ProbeDiff {
  readonly schema: typeof DIFF_SCHEMA;
  readonly readiness: ReadinessMove;
  readonly summary: Readonly<Record<DiffVerdict | 'removed' | 'added', number>>;
  /** Cases of both reports, matched by id and kind, in the order of the current one. */
  readonly cases: readonly CaseMove[];
  /** Ids of cases that only the baseline has. */
  readonly removed: readonly string[];
  /** Ids of cases that only the current report has. */
  readonly added: readonly string[];
}

export interface ReadinessMove {
  readonly baseline: number | null;
  readonly current: number | null;
  readonly baseline_standard: string | null;
  readonly current_standard: string | null;
  /** Both were measured under one standard and under the same conditions. */
  readonly comparable: boolean;
}

export type DiffVerdict = 'regressed' | 'fixed' | 'changed' | 'unchanged';

export interface CaseMove {
  readonly id: string;
  readonly probe: string;
  readonly verdict: DiffVerdict;
  readonly baseline_reason: string | null;
  readonly current_reason: string | null;
  /** What both sides measured. */
  readonly measurements: { readonly total_tokens?: Pair; readonly latency_ms?: Pair };
}

export interface Pair {
  readonly baseline: number;
  readonly current: number;
}
