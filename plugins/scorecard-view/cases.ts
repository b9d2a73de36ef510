import type { JsonObject, Report, SubjectRef } from '../../core/index.js';
import type { ToolEdgeCase, ToolHappyCase } from '../../schemas/observations.gen.js';
import { type Judged, judgedBy, passed } from './judged.js';

/** One scenario call and what became of it. */
export interface CaseResult {
  readonly subject: SubjectRef;
  readonly kind: 'happy' | 'edge';
  readonly description: string;
  readonly arguments: JsonObject;
  /** Undefined: it does not count, neither as passed nor as failed. */
  readonly passed: boolean | undefined;
  /** The server answered with an error. */
  readonly isError: boolean;
  readonly durationMs: number;
  readonly detail: string;
}

/** Cases of a tool that did not come to a verdict, and why. */
export interface LeftOut {
  readonly subject: SubjectRef;
  readonly kind: CaseResult['kind'];
  readonly outcome: 'skipped' | 'inconclusive' | 'incomplete';
  readonly reason: string;
}

const CASE_KINDS = { happy: 'tool.happy-case', edge: 'tool.edge-case' } as const;
const ANSWERED_WITH_ERROR = new Set<string>(['error-result', 'error']);

/** The scenario calls in the order of the tools, each tool's happy ones first. */
export function casesOf(report: Report): readonly CaseResult[] {
  return byTool([...results(report, 'happy'), ...results(report, 'edge')]);
}

function results(report: Report, kind: CaseResult['kind']): readonly CaseResult[] {
  const cases: CaseResult[] = [];
  for (const { observation, verdicts } of observed(report, kind)) {
    const data = observation.data as ToolHappyCase | ToolEdgeCase | undefined;
    if (data === undefined) continue;
    cases.push({
      subject: observation.subject,
      kind,
      description: data.description,
      arguments: data.arguments,
      passed: passed(verdicts),
      isError: ANSWERED_WITH_ERROR.has(data.outcome),
      durationMs: data.durationMs,
      detail: data.detail,
    });
  }
  return cases;
}

/** What the run left out, once for each tool, kind and reason. */
export function leftOutOf(report: Report): readonly LeftOut[] {
  const entries = new Map<string, LeftOut>();
  for (const kind of ['happy', 'edge'] as const) {
    for (const { observation, verdicts } of observed(report, kind)) {
      const { state, subject, reason = 'no reason was given' } = observation;
      if (state === 'observed' || passed(verdicts) !== undefined) continue;
      const key = JSON.stringify([subject.index ?? subject.name, kind, state, reason]);
      if (!entries.has(key)) entries.set(key, { subject, kind, outcome: state, reason });
    }
  }
  return byTool([...entries.values()]);
}

function observed(report: Report, kind: CaseResult['kind']): readonly Judged[] {
  const judged = new Map(judgedBy(report, kind).map((one) => [one.observation, one]));
  return report.observations
    .filter((observation) => observation.kind === CASE_KINDS[kind])
    .map((observation) => judged.get(observation) ?? { observation, verdicts: [] });
}

/** Stable: what belongs to one tool keeps its order. */
function byTool<T extends { readonly subject: SubjectRef }>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => (a.subject.index ?? 0) - (b.subject.index ?? 0));
}
