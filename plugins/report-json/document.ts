/** The JSON report. Field names and their order are a contract with whoever reads such files. Spec: scorecard 7.4. */

import { boundedJson, findingIds, type JsonObject, ownerOf, type Report } from '../../core/index.js';
import type { CaseResult } from '../scorecard-view/cases.js';
import { certainFailures } from '../scorecard-view/effects.js';
import { isCapped } from '../scorecard-view/header.js';
import { type ScorecardView, viewOf } from '../scorecard-view/view.js';
import { baselineIn, findingsIn } from './findings.js';
import { probesOf, probeSummary } from './probes.js';
import { BOUNDS, short } from './short.js';
import { uncountedOf } from './uncounted.js';

/** The whole document as plain data. Two runs against the same server differ in latencies and durations only. */
export function documentOf(report: Report): JsonObject {
  const view = viewOf(report);
  const ids = findingIds(report);
  const { header, toolTokens, instructionsTokens } = view;
  return {
    toolscore: report.toolscore,
    server: {
      name: short(report.server.name),
      version: short(report.server.version),
      protocol_version: short(report.server.protocolVersion),
      era: report.server.era,
    },
    grade: report.grade,
    score: report.score.value,
    scorer: { name: report.score.scorer, version: report.score.version },
    grade_cap: gradeCap(report, view),
    mode: { name: header.mode.name, because: header.mode.because ?? null },
    total_tool_tokens: toolTokens,
    instructions_tokens: instructionsTokens,
    context_tokens: toolTokens + instructionsTokens,
    scores: { ...NO_SCORES, ...report.score.parts },
    tools: view.tools.map(({ tool, passed, total, latencyMs, tokens }) => ({
      name: short(tool.name),
      passed,
      total,
      avg_latency_ms: Number(latencyMs.toFixed(1)),
      tokens,
    })),
    results: view.cases.map(resultOf),
    skipped: view.leftOut.map(({ subject, kind, outcome, reason }) => ({
      tool: short(subject.name),
      kind,
      outcome,
      reason: short(reason),
    })),
    lint: view.lint.map(({ verdict, owner, severity, rule, message, fix }) => ({
      tool: short(owner),
      severity,
      rule,
      message: short(message),
      fix: short(fix),
      finding_id: ids.get(verdict),
    })),
    probes: probesOf(report, view.effects),
    probe_summary: probeSummary(report, view.effects),
    fixes: view.fixes.map(({ verdict, owner, problem, fix, priority, rule }) => ({
      tool: short(owner),
      problem: short(problem),
      fix: short(fix),
      priority,
      rule,
      // Of the first, where an entry stands for several failing calls.
      finding_id: ids.get(verdict),
    })),
    notes: view.notes.map(({ verdict, owner, rule, message, fix }) => ({
      tool: short(owner),
      rule,
      message: short(message),
      fix: short(fix),
      finding_id: ids.get(verdict),
    })),
    findings: findingsIn(report),
    ...baselineIn(report),
    faults: report.faults.map((fault) => boundedJson(fault, BOUNDS)),
    unfinished:
      report.unfinished === undefined
        ? null
        : { reason: short(report.unfinished.reason), not_run: boundedJson(report.unfinished.notRun, BOUNDS) },
    ...uncountedOf(report, view),
  };
}

const NO_SCORES = {
  happy_pass_rate: null,
  edge_resilience_rate: null,
  lint_score: null,
  effect_rate: null,
  probe_penalty: null,
};

/** The letter that stands in every report, so that the field is always a text. */
const CAP_FOR_EFFECTS = 'C';

function gradeCap(report: Report, { header, effects }: ScorecardView): JsonObject {
  const { letter, reasons, watched = [] } = report.cap;
  return {
    // A cap is in force, or the probes that could bring one ran.
    enabled: letter !== null || (report.probed && watched.length > 0),
    capped: isCapped(report),
    cap: letter ?? watched[0] ?? CAP_FOR_EFFECTS,
    uncapped_grade: report.uncappedGrade,
    // What would have capped is told with the cap switched off, too.
    reasons: [...new Set([...reasons, ...certainFailures(effects)])].map(short),
    note: header.note === undefined ? null : short(header.note),
  };
}

function resultOf({
  subject,
  kind,
  description,
  arguments: given,
  passed,
  isError,
  durationMs,
  detail,
}: CaseResult): JsonObject {
  return {
    tool: short(ownerOf(subject)),
    kind,
    description: short(description),
    arguments: boundedJson(given, BOUNDS),
    // Null: the case does not count.
    ok: passed ?? null,
    is_error: isError,
    duration: durationMs / 1000,
    detail: short(detail),
  };
}
