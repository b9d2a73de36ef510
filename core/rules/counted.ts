import type { Rule } from '../model.js';

/** Whether what a rule says reaches scorers, caps and gates. A rule that nobody knows counts. */
export function isCounted(rules: ReadonlyMap<string, Pick<Rule, 'counted'>>, id: string): boolean {
  return rules.get(id)?.counted !== false;
}
