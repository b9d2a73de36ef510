/** The document of a manifest run, from the kernel's report and nothing else. Source: manifest specification, 4.1. */

import { oneLine } from '../excerpt.js';
import { groupBy } from '../group.js';
import type { JsonObject } from '../json.js';
import { FAULT_LABELS } from '../manifest/case.js';
import { workflowGuidance } from '../manifest/workflow-guidance.js';
import type { Observation, Report, Verdict } from '../model.js';
import { isCounted } from '../rules/counted.js';
import { INCOMPLETE_REASONS } from './outcome.js';
import { planOf, type PlannedCase } from './plan.js';
import { readinessOf } from './readiness.js';
import { type Detail, type Measurements, type ProbeCase, type ProbeReport, REPORT_SCHEMA } from './types.js';

/**
 * The report of a run as its document: the same run gives the same text, byte for byte, but for `latency_ms`.
 * @throws Error when the kernel's report is none of a manifest run
 */
export function probeReportOf(report: Report): ProbeReport {
  const plan = planOf(report);
  const { readiness, error } = readinessOf(report);
  const seen = seenByCase(report);
  const cases = plan.cases.map((planned) => caseOf(planned, seen(planned.id), report.rules));
  const passed = cases.filter((one) => one.passed).length;
  return {
    schema: REPORT_SCHEMA,
    generator: { name: 'toolscore', version: report.toolscore },
    server: plan.server,
    manifest_sha256: plan.manifest_sha256,
    protocol: plan.protocol,
    passed: passed === cases.length,
    gate: plan.manifest_sha256 === null && cases.length === 0 ? null : { passed, total: cases.length },
    readiness,
    readiness_error: error,
    cases,
  };
}

type Run = Observation<'case.run'>;

/** What a run left about one case. */
interface Seen {
  readonly run: Run | undefined;
  /** Findings about it, in the order in which they were judged. */
  readonly findings: readonly Verdict[];
}

function seenByCase({ observations, verdicts }: Report): (id: string) => Seen {
  const runs = new Map(
    observations.flatMap((one) => (one.kind === 'case.run' ? [[one.subject.name, one as Run] as const] : [])),
  );
  const findings = groupBy(
    verdicts.filter(({ outcome, subject }) => outcome === 'fail' && subject.kind.startsWith('case.')),
    ({ subject }) => subject.name,
  );
  return (id) => ({ run: runs.get(id), findings: findings.get(id) ?? [] });
}

function caseOf(planned: PlannedCase, { run, findings }: Seen, rules: Report['rules']): ProbeCase {
  const data = run?.state === 'observed' ? run.data : undefined;
  if (data === undefined) return incompleteCase(planned, run, findings, rules);
  const decisive = decisiveOf(findings, rules);
  const at = Math.max(1, data.at);
  return {
    ...identityOf(planned),
    passed: decisive === undefined,
    attempts: data.attempts,
    first_failure: decisive === undefined ? null : at,
    reason: decisive?.rule ?? null,
    hint: decisive === undefined ? null : hintOf(decisive, at, data.steps, rules),
    detail: decisive === undefined ? null : detailOf(decisive, data.bounds, rules),
    measurements: ordered(data.measurements),
    ...warningsOf(findings, decisive?.rule, rules),
  };
}

const identityOf = ({ id, probe, tool }: PlannedCase): Pick<ProbeCase, 'id' | 'probe' | 'tool'> => ({
  id,
  probe,
  tool,
});

/** UTF-16 units. The advice of the fixed labels is far shorter. */
const MAX_HINT = 1_000;

/** P-11: whatever was completed before the fault does not show. */
function incompleteCase(
  planned: PlannedCase,
  run: Run | undefined,
  findings: readonly Verdict[],
  rules: Report['rules'],
): ProbeCase {
  const reason = incompleteReason(run);
  const broken = run?.state === 'inconclusive';
  return {
    ...identityOf(planned),
    passed: false,
    attempts: 0,
    first_failure: null,
    reason,
    hint: broken ? brokenPlugin(run.probe) : (rules.get(reason)?.fix ?? null),
    detail: null,
    measurements: {},
    ...warningsOf(findings, reason, rules),
  };
}

/** A case that nobody got to was kept out by the budget. R-17. */
function incompleteReason(run: Run | undefined): string {
  if (run === undefined) return FAULT_LABELS.budget;
  return run.reason !== undefined && INCOMPLETE_REASONS.includes(run.reason) ? run.reason : FAULT_LABELS.protocol;
}

/** The advice of the label would blame the server. */
const brokenPlugin = (plugin: string): string =>
  `Repair the plugin "${plugin}", which failed while it ran this case; nothing is known about the server.`;

/** The finding that fails a case: one of the fixed labels before a rule of the house. */
function decisiveOf(findings: readonly Verdict[], rules: Report['rules']): Verdict | undefined {
  const errors = findings.filter(({ rule, severity }) => severity === 'error' && isCounted(rules, rule));
  return errors.find(({ rule }) => rules.get(rule)?.family === 'gate') ?? errors[0];
}

function hintOf(finding: Verdict, at: number, steps: number | undefined, rules: Report['rules']): string | null {
  const fix = finding.fix ?? rules.get(finding.rule)?.fix;
  if (fix === undefined) return null;
  // A rule of the house may have been written in several lines.
  const hint = oneLine(fix, MAX_HINT);
  return steps === undefined ? hint : workflowGuidance(hint, at, steps);
}

/** How a call ended is about no bound, even where one was exceeded as well. */
function detailOf({ rule }: Verdict, bounds: readonly Detail[], rules: Report['rules']): Detail | null {
  if (rules.get(rule)?.observes === 'case.outcome') return null;
  const exceeded = bounds.find(({ limit, observed }) => observed > limit);
  return exceeded === undefined ? null : { bound: exceeded.bound, limit: exceeded.limit, observed: exceeded.observed };
}

const MEASURED = [
  'tool_count',
  'schema_bytes',
  'total_tokens',
  'per_tool',
  'latency_ms',
  'pages',
  'cancellation_outcome',
];

/** The known names in their order, then those of kinds from outside in the order of the alphabet. */
function ordered(measurements: JsonObject): Measurements {
  const own = Object.keys(measurements).filter((name) => !MEASURED.includes(name));
  const names = [...MEASURED.filter((name) => Object.hasOwn(measurements, name)), ...own.toSorted()];
  return Object.fromEntries(names.map((name) => [name, measurements[name]]));
}

function warningsOf(
  findings: readonly Verdict[],
  reason: string | undefined,
  rules: Report['rules'],
): Pick<ProbeCase, 'warnings'> {
  const warnings = findings.filter(
    ({ severity, rule }) => (severity !== 'error' || !isCounted(rules, rule)) && rule !== reason,
  );
  const labels = [...new Set(warnings.map(({ rule }) => rule))];
  return labels.length === 0 ? {} : { warnings: labels };
}
