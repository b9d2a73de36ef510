/** What the API hands on of a report. Made from what the reporters show, so that a program sees the same numbers as a reader. */

import {
  type FixEntry,
  type GradeCapSummary,
  type LintIssue,
  ownerOf,
  type ProbeResult,
  type Rates,
  type Report,
  type ScenarioResult,
  type ToolSummary,
  type UncountedFinding,
} from '../core/index.js';
import { badgeSvg } from './report-badge/svg.js';
import { faceOfReport } from './report-badge/face.js';
import { renderScorecard } from './report-console/scorecard.js';
import { documentOf } from './report-json/document.js';
import { renderMarkdown } from './report-markdown/scorecard.js';
import type { EffectRow } from './scorecard-view/effects.js';
import { viewOf } from './scorecard-view/view.js';

export const views = {
  scenarios: (report: Report): readonly ScenarioResult[] =>
    viewOf(report).cases.map(({ subject, passed, arguments: given, ...rest }) => ({
      tool: ownerOf(subject),
      kind: rest.kind,
      description: rest.description,
      arguments: given,
      ok: passed ?? null,
      isError: rest.isError,
      durationMs: rest.durationMs,
      detail: rest.detail,
    })),
  lint: (report: Report): readonly LintIssue[] =>
    viewOf(report).lint.map(({ owner, severity, rule, message, fix }) => ({
      tool: owner,
      severity,
      rule,
      message,
      fix,
    })),
  probes: (report: Report): readonly ProbeResult[] => viewOf(report).effects.map(probeResult),
  fixes: (report: Report): readonly FixEntry[] =>
    viewOf(report).fixes.map(({ owner, problem, fix, priority, rule }) => ({
      tool: owner,
      problem,
      fix,
      priority,
      rule,
    })),
  uncounted: (report: Report): readonly UncountedFinding[] =>
    viewOf(report).uncounted.causes.map(({ lead: { rule, owner, severity, confidence, message, fix }, owners }) => ({
      rule,
      tool: owner,
      tools: owners,
      severity,
      confidence,
      message,
      fix,
    })),
  tools: (report: Report): readonly ToolSummary[] =>
    viewOf(report).tools.map(({ tool, passed, total, latencyMs, tokens }) => ({
      name: tool.name,
      passed,
      total,
      avgLatencyMs: latencyMs,
      tokens,
    })),
  rates: ({ score: { parts } }: Report): Rates => ({
    happy: parts['happy_pass_rate'] ?? null,
    edge: parts['edge_resilience_rate'] ?? null,
    lint: parts['lint_score'] ?? null,
    effect: parts['effect_rate'] ?? null,
  }),
  gradeCap: (report: Report): GradeCapSummary => {
    const { uncapped_grade: uncappedGrade, ...rest } = documentOf(report)['grade_cap'] as Omit<
      GradeCapSummary,
      'uncappedGrade'
    > & { readonly uncapped_grade: GradeCapSummary['uncappedGrade'] };
    return { ...rest, uncappedGrade };
  },
  json: documentOf,
  markdown: renderMarkdown,
  badge: (report: Report): string => badgeSvg(faceOfReport(report)),
  console: renderScorecard,
};

function probeResult(row: EffectRow): ProbeResult {
  const { check, tool, status, rule, confidence, severity, basis, message, fix } = row;
  const { id, param, readers, markers, details } = row;
  return {
    // A check or a rule of a plugin from outside is passed on under its own name.
    check: check as ProbeResult['check'],
    tool,
    status,
    rule: rule as ProbeResult['rule'],
    confidence,
    severity: severity === 'info' ? null : severity,
    basis,
    message,
    fix,
    ...(id !== '' && { id }),
    ...(param !== '' && { param }),
    ...(readers.length > 0 && { readers }),
    ...(markers.length > 0 && { markers }),
    details: details.map(({ note, ...step }) => (note === '' ? step : { ...step, note })),
  };
}
