import type { Report, Rule, Verdict } from '../model.js';

/** Whether what a rule says reaches scorers, caps and gates. A rule that nobody knows counts. */
export function isCounted(rules: ReadonlyMap<string, Pick<Rule, 'counted'>>, id: string): boolean {
  return rules.get(id)?.counted !== false;
}

/** Findings of severity error, of rules that count: what fails a run that is to fail. */
export function blockingFindings({ verdicts, rules }: Pick<Report, 'verdicts' | 'rules'>): readonly Verdict[] {
  return verdicts.filter(
    ({ rule, outcome, severity }) => outcome === 'fail' && severity === 'error' && isCounted(rules, rule),
  );
}
