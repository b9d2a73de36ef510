import { findingIds, type JsonObject, keptFindings, type Report } from '../../core/index.js';

/**
 * Every finding once, whatever its family and whether it counts: what a baseline compares. `id` stays the same from run
 * to run, see `findingIds`; it is the `finding_id` of the entries elsewhere in the report that tell of the same finding.
 * `state` is there in a run with a baseline.
 */
export function findingsIn(report: Report): readonly JsonObject[] {
  const { baseline } = report;
  if (baseline === undefined) return keptFindings(report).map((finding) => ({ ...finding }));
  const states = new Map([...findingIds(report)].map(([verdict, id]) => [id, baseline.states.get(verdict)]));
  return keptFindings(report).map((finding) => ({ ...finding, state: states.get(finding.id) }));
}

/** How the run stands to its baseline: ids of findings, and what only the baseline has. Nothing without one. */
export function baselineIn(report: Report): JsonObject {
  const { baseline } = report;
  if (baseline === undefined) return {};
  const ids = findingIds(report);
  const inState = (wanted: string): readonly unknown[] =>
    [...baseline.states].filter(([, state]) => state === wanted).map(([verdict]) => ids.get(verdict));
  const { source, otherServer = null, fixed, notLookedAt } = baseline;
  return {
    baseline: {
      file: source,
      other_server: otherServer,
      known: inState('known'),
      new: inState('new'),
      fixed: fixed.map((finding) => ({ ...finding })),
      not_looked_at: notLookedAt.map((finding) => ({ ...finding })),
    },
  };
}
