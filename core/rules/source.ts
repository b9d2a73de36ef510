import type { Locate } from '../origin.js';

/** Where a rule was read from. */
export interface RuleSource {
  /** Finds a part of the rule in its file. */
  readonly locate: Locate;
  /** Path of its Markdown page. */
  readonly page: string | undefined;
}

/** Beside the rules, not in them: a rule stays the plain data its author wrote, whatever hands it on. */
const sources = new WeakMap<object, RuleSource>();

export function rememberSource(rule: object, source: RuleSource): void {
  sources.set(rule, source);
}

/** Undefined for rules in code. */
export function sourceOf(rule: object): RuleSource | undefined {
  return sources.get(rule);
}
