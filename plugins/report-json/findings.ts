import { boundedJson, findingIds, type JsonObject, type Report } from '../../core/index.js';
import { findingsOf } from '../scorecard-view/findings.js';

/** The whole message stands in the entry of the finding. */
const brief = (text: string): unknown => boundedJson(text, { text: 300 });

/**
 * Every finding once, whatever its family and whether it counts: what a baseline compares. `id` stays the same from run
 * to run, see `findingIds`; it is the `finding_id` of the entries elsewhere in the report that tell of the same finding.
 */
export function findingsIn(report: Report): readonly JsonObject[] {
  const ids = findingIds(report);
  return findingsOf(report).map(({ verdict, rule, owner, severity, confidence, counted, message }) => ({
    id: ids.get(verdict),
    rule,
    tool: brief(owner),
    severity,
    confidence,
    counted,
    message: brief(message),
  }));
}
