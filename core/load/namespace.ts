import type { RuleInput } from '../model.js';
import { rememberSource, sourceOf } from '../rules/source.js';

/** The rules of a pack as the rest of the world calls them: `payments/refund-key-missing`. New objects; the given ones stay as they are. */
export function namespaced(namespace: string, rules: readonly RuleInput[]): readonly RuleInput[] {
  const own = new Set(rules.flatMap(({ id, aliases = [] }) => [id, ...aliases]));
  const full = (id: string): string => (own.has(id) ? `${namespace}/${id}` : id);
  return rules.map((rule) => {
    const { deprecated, aliases } = rule;
    const named: RuleInput = {
      ...rule,
      id: full(rule.id),
      ...(aliases && { aliases: aliases.map((id) => `${namespace}/${id}`) }),
      ...(deprecated && { deprecated: { ...deprecated, use: full(deprecated.use) } }),
    };
    const source = sourceOf(rule);
    if (source !== undefined) rememberSource(named, source);
    return named;
  });
}
