import type { RuleInput } from '../model.js';

export declare function refreshPage(
  rule: RuleInput,
  page: string,
): { readonly text: string; readonly problems: readonly string[] };
