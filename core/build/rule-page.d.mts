import type { RuleInput } from '../model.js';

export declare const HEADINGS: readonly string[];

export declare function refreshPage(
  rule: RuleInput,
  page: string,
): { readonly text: string; readonly problems: readonly string[] };
