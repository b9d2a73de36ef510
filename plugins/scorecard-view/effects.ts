import {
  type CallEntry,
  type Confidence,
  isObject,
  type JsonObject,
  ownerOf,
  type Report,
  type Severity,
  type Verdict,
} from '../../core/index.js';
import { findingOf, withRule } from './findings.js';
import { type Judged, judgedBy, passed } from './judged.js';

/** What a check of a tool's effects came to. Spec: scorecard 2.4. */
export interface EffectRow {
  /** The kind of check. */
  readonly check: string;
  readonly tool: string;
  readonly status: 'pass' | 'fail' | 'inconclusive' | 'skipped';
  /** Of a failure. */
  readonly verdict: Verdict | null;
  readonly rule: string | null;
  readonly severity: Severity | null;
  readonly fix: string | null;
  /** Of a pass or a failure. */
  readonly confidence: Confidence | null;
  /** How it was found out. */
  readonly basis: string;
  readonly message: string;
  /** Of a declared check; empty when it has none. */
  readonly id: string;
  /** The parameter that is checked; empty when it is not about one. */
  readonly param: string;
  /** Tools that showed what was written. */
  readonly readers: readonly string[];
  /** What every text that the check wrote begins with. */
  readonly markers: readonly string[];
  readonly details: readonly EffectDetail[];
  /** Of a failure: the calls it rests on, in the order they were made. */
  readonly calls: readonly CallEntry[];
  /** Only rules look at it that do not count by themselves; a reader is not to be flooded with these. */
  readonly quiet: boolean;
}

/** A step of a check, in words. */
export interface EffectDetail {
  readonly step: string;
  readonly outcome: string;
  /** Empty when there is nothing else to know. */
  readonly note: string;
}

/** One row for each observation that rules of the family `effect` judge; those that count, or the others. */
export function effectsOf(report: Report, counted = true): readonly EffectRow[] {
  const ran = judgedBy(report, 'effect', counted).filter(({ verdicts }) => verdicts.length > 0);
  const calls = new Map(report.calls.map((call) => [call.id, call]));
  return ran.flatMap((judged) => effectRows(report, judged, calls));
}

/** Rules that count by themselves say at most one thing of an observation; of the others each has its say. */
function effectRows(report: Report, judged: Judged, calls: Calls): readonly EffectRow[] {
  const row = effectRow(report, judged, calls);
  if (!row.quiet || row.status !== 'fail') return [row];
  const failures = judged.verdicts.filter(({ outcome }) => outcome === 'fail');
  return failures.map((failure) => ({ ...row, ...failed(report, failure, calls) }));
}

type Calls = ReadonlyMap<number, CallEntry>;

function effectRow(report: Report, { observation, verdicts }: Judged, calls: Calls): EffectRow {
  const { probe, subject, basis = '', reason = '' } = observation;
  const data: JsonObject = observation.data ?? {};
  const row = {
    check: textOf(data['check']) || probe,
    tool: ownerOf(subject),
    basis,
    verdict: null,
    rule: null,
    severity: null,
    fix: null,
    id: textOf(data['id']),
    param: textOf(data['param']),
    readers: textsOf(data['readers']),
    markers: textsOf(data['markers']),
    details: detailsOf(data['details']),
    calls: [],
    quiet: verdicts.every(({ rule }) => report.rules.get(rule)?.countedByAuthor === false),
  };
  const result = passed(verdicts);
  if (result === undefined) {
    const skipped = verdicts.every(({ outcome }) => outcome === 'skipped');
    return {
      ...row,
      status: skipped ? 'skipped' : 'inconclusive',
      confidence: null,
      message: reason || (verdicts[0]?.reason ?? ''),
    };
  }
  const failure = verdicts.find(({ outcome }) => outcome === 'fail');
  if (failure === undefined) {
    const pass = verdicts.find(({ outcome }) => outcome === 'pass');
    const message = textOf(data['summary']) || basis;
    return { ...row, status: 'pass', confidence: pass?.confidence ?? null, message };
  }
  return { ...row, ...failed(report, failure, calls) };
}

type Failed = Pick<EffectRow, 'status' | 'verdict' | 'rule' | 'severity' | 'confidence' | 'message' | 'fix' | 'calls'>;

function failed(report: Report, failure: Verdict, calls: Calls): Failed {
  const { rule, severity, confidence, message, fix, evidence } = findingOf(report, failure);
  const made = evidence.flatMap((id) => calls.get(id) ?? []);
  return {
    status: 'fail',
    verdict: failure,
    rule,
    severity,
    confidence,
    message: withRule(message, rule),
    fix,
    calls: made,
  };
}

/** `FAIL` is an error, `WARN` a warning. */
export function resultOf({ status, severity }: EffectRow): string {
  if (status !== 'fail') return status;
  return severity === 'error' ? 'FAIL' : 'WARN';
}

/** Failures that lower the score, each as `<rule> on <tool>`. */
export function certainFailures(effects: readonly EffectRow[]): readonly string[] {
  return effects.filter(isCertainFailure).map(({ rule, tool }) => `${rule} on ${tool}`);
}

/** A failure that lowers the score: no guess, and an error. Spec: scorecard 3.1. */
export function isCertainFailure({ status, confidence, severity }: EffectRow): boolean {
  return status === 'fail' && confidence === 'high' && severity === 'error';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The steps in the data of an observation. */
export function detailsOf(value: unknown): readonly EffectDetail[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isObject)
    .map(({ step, outcome, note }) => ({ step: textOf(step), outcome: textOf(outcome), note: textOf(note) }));
}
