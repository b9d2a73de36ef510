import type { RuleInput, Toggle } from '../model.js';

export declare function compilePresets(
  written: Readonly<Record<string, unknown>>,
  rules: readonly RuleInput[],
): {
  readonly presets: Readonly<Record<string, Readonly<Record<string, Toggle>>>>;
  readonly problems: readonly string[];
};
