import { findingIds, type JsonObject, type Report } from '../../core/index.js';
import type { Cause } from '../scorecard-view/causes.js';
import { withRule } from '../scorecard-view/findings.js';
import type { ScorecardView } from '../scorecard-view/view.js';
import { probesOf, probeSummary } from './probes.js';
import { short } from './short.js';

/**
 * What rules found that do not count, in members of its own: no other member changes with it. Nothing when no such rule
 * judged. `uncounted_findings` has one entry for each cause; the checks behind them are listed as `probes` lists its own.
 */
export function uncountedOf(report: Report, { uncounted }: ScorecardView): JsonObject {
  const { causes, effects } = uncounted;
  if (causes.length === 0 && effects.length === 0) return {};
  const ids = findingIds(report);
  return {
    uncounted_findings: causes.map((cause) => findingOf(cause, ids)),
    uncounted_probes: probesOf(report, effects),
    uncounted_probe_summary: probeSummary(report, effects),
  };
}

function findingOf({ lead, owners, findings }: Cause, ids: ReturnType<typeof findingIds>): JsonObject {
  const { owner, rule, family, severity, confidence, message, fix } = lead;
  return {
    rule,
    tool: short(owner),
    tools: owners.map(short),
    family,
    severity,
    confidence,
    message: short(withRule(message, rule)),
    fix: short(fix),
    finding_id: ids.get(lead.verdict),
    // Every finding of this cause, the one above first.
    seen: findings.map((one) => ({
      tool: short(one.owner),
      severity: one.severity,
      confidence: one.confidence,
      message: short(withRule(one.message, rule)),
      calls: one.evidence,
      finding_id: ids.get(one.verdict),
    })),
  };
}
