import type { ProbeReport } from './types.js';

/** A report that was written earlier, by this program or by an ancestor of it, in today's shape. */
export interface StoredReport {
  readonly document: ProbeReport;
  /** The score of a document of the first generation: a share of its manifest, under no standard. 0 to 100. */
  readonly legacyScore?: number | undefined;
}
