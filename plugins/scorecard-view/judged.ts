import { groupBy, type Observation, type Report, type RuleFamily, type Verdict } from '../../core/index.js';

export interface Judged {
  readonly observation: Observation;
  /** One for each rule of the family that saw it. */
  readonly verdicts: readonly Verdict[];
}

/** The observations that rules of a family look at, in order, with their verdicts; those of rules that count, or of the others. */
export function judgedBy(report: Report, family: RuleFamily, counted = true): readonly Judged[] {
  const rules = [...report.rules.values()].filter((rule) => rule.family === family && rule.counted === counted);
  const kinds = new Set(rules.map(({ observes }) => observes));
  const ids = new Set(rules.map(({ id }) => id));
  const ofFamily = report.verdicts.filter(({ rule }) => ids.has(rule));
  const verdicts = groupBy(ofFamily, ({ observation }) => observation);
  return report.observations
    .filter(({ kind }) => kinds.has(kind))
    .map((observation) => ({ observation, verdicts: verdicts.get(observation.number) ?? [] }));
}

/** What the verdicts on one observation say together: one failure fails it, and undefined means that nothing was judged. */
export function passed(verdicts: readonly Verdict[]): boolean | undefined {
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return false;
  return verdicts.some(({ outcome }) => outcome === 'pass') ? true : undefined;
}
