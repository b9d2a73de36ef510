/** A manifest as the validator hands it on, and what the cases of one run share. */

import type { JsonObject } from '../json.js';
import type { Era } from '../session/port.js';

export type Access = 'read_only' | 'mutating';

/** One entry of `probes`, valid. */
export interface ManifestCase {
  readonly id: string;
  /** The kind: name of the plugin that runs it. */
  readonly probe: string;
  readonly access: Access;
  /** Name of a declared sandbox; undefined for read-only cases. */
  readonly sandbox: string | undefined;
  /** SHA-256 of what the manifest says of that sandbox, which itself is not kept. */
  readonly sandboxDigest?: string;
  /** The fields of its kind: fallbacks filled in, null taken as absent. */
  readonly fields: JsonObject;
  /** Every tool it may call, each once, the primary one first when there is one. */
  readonly tools: readonly string[];
  /** The tool that reports name; null for kinds without one. */
  readonly primaryTool: string | null;
  /** Place in `probes`, from 0. */
  readonly index: number;
  /** Line of its `id` member in the file, from 1. */
  readonly line: number;
}

export interface Manifest {
  /** Milliseconds each request may take; undefined: the default of the transport. */
  readonly timeoutMs: number | undefined;
  /** Names of the declared sandboxes. Their descriptions are notes to operators and are not kept. */
  readonly sandboxes: readonly string[];
  readonly cases: readonly ManifestCase[];
  /** Lowercase hex over the exact bytes that were parsed. */
  readonly sha256: string;
}

/** What keeps a case from being judged: no answer in time, a connection that ended, a broken protocol, a budget used up. */
export type Fault = 'timeout' | 'closed' | 'protocol' | 'budget';

/** The label of each fault, as reports and rules name it. Source: manifest specification, 3.5 and 3.6. */
export const FAULT_LABELS: Readonly<Record<Fault, string>> = {
  timeout: 'transport-timeout',
  closed: 'transport-closed',
  protocol: 'transport-error',
  budget: 'evaluation-budget-exceeded',
};

/** A tool as the server listed it, the first of its name. */
export interface ListedTool {
  readonly name: string;
  /** Exactly as listed. */
  readonly entry: JsonObject;
}

/** What the walk over `tools/list` saw. Source: manifest specification, 3.3. */
export interface RunCatalog {
  readonly tools: ReadonlyMap<string, ListedTool>;
  /** Why it is incomplete; undefined when it is whole. */
  readonly fault: Fault | undefined;
}

/** What the cases of one run share. */
export interface CaseRun {
  readonly catalog: RunCatalog;
  /** Milliseconds one request may take. */
  readonly timeoutMs: number;
  readonly era: Era;
  readonly transport: 'stdio' | 'http';
  /** A fault happened on the main session: the next case begins on a fresh one. */
  spoiled: boolean;
  /** No fresh session could be opened: nothing more runs. */
  lost: Fault | undefined;
}

/** Subjects of a manifest run. One kind of subject for each kind of probe, so that each plugin sees its own cases. */
export interface CaseSubject {
  readonly kind: `case.${string}`;
  /** The case's id. */
  readonly name: string;
  readonly case: ManifestCase;
  readonly run: CaseRun;
}

/** The run as a whole: observed once, before its cases. */
export interface ManifestSubject {
  readonly kind: 'manifest';
  /** The server's label. */
  readonly name: string;
}

/** The server as the readiness battery sees it: after all cases, on connections of its own. */
export interface ReadinessSubject {
  readonly kind: 'readiness';
  readonly name: string;
  readonly run: CaseRun;
}
