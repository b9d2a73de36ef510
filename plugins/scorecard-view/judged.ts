import type { Observation, Report, RuleFamily, Verdict } from '../../core/index.js';

export interface Judged {
  readonly observation: Observation;
  /** One for each rule of the family that saw it. */
  readonly verdicts: readonly Verdict[];
}

/**
 * The observations that rules of a family look at, in order, with their verdicts. A verdict does not name its
 * observation, but both share rule, subject and evidence; where several share all three, they follow one another in the same order.
 */
export function judgedBy(report: Report, family: RuleFamily): readonly Judged[] {
  const rulesOf = new Map<string, string[]>();
  for (const { id, observes, family: its } of report.rules.values()) {
    if (its === family) rulesOf.set(observes, [...(rulesOf.get(observes) ?? []), id]);
  }
  const open = new Map<string, Verdict[]>();
  for (const verdict of report.verdicts) {
    if (report.rules.get(verdict.rule)?.family !== family) continue;
    const key = keyOf(verdict.rule, verdict);
    const same = open.get(key);
    if (same === undefined) open.set(key, [verdict]);
    else same.push(verdict);
  }
  const taken = new Map<string, number>();
  return report.observations
    .filter(({ kind }) => rulesOf.has(kind))
    .map((observation) => {
      const verdicts: Verdict[] = [];
      for (const rule of rulesOf.get(observation.kind) ?? []) {
        const key = keyOf(rule, observation);
        const at = taken.get(key) ?? 0;
        taken.set(key, at + 1);
        const verdict = open.get(key)?.[at];
        if (verdict !== undefined) verdicts.push(verdict);
      }
      return { observation, verdicts };
    });
}

function keyOf(rule: string, { subject, evidence }: Pick<Verdict, 'subject' | 'evidence'>): string {
  return JSON.stringify([rule, subject.kind, subject.index ?? subject.name, ...evidence]);
}

/** What the verdicts on one observation say together: one failure fails it, and undefined means that nothing was judged. */
export function passed(verdicts: readonly Verdict[]): boolean | undefined {
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return false;
  return verdicts.some(({ outcome }) => outcome === 'pass') ? true : undefined;
}
