import type { Report, Rule, Verdict } from '../model.js';

/** Whether what a rule says reaches scorers, caps and gates. A rule that nobody knows counts. */
export function isCounted(rules: ReadonlyMap<string, Pick<Rule, 'counted'>>, id: string): boolean {
  return rules.get(id)?.counted !== false;
}

/** Findings of severity error, of rules that count, short of those that a baseline knows: what fails a run that is to fail. */
export function blockingFindings({
  verdicts,
  rules,
  baseline,
}: Pick<Report, 'verdicts' | 'rules' | 'baseline'>): readonly Verdict[] {
  return verdicts.filter(
    (verdict) =>
      verdict.outcome === 'fail' &&
      verdict.severity === 'error' &&
      isCounted(rules, verdict.rule) &&
      baseline?.states.get(verdict) !== 'known',
  );
}
