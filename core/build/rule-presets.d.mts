import type { RuleInput, Toggle } from '../model.js';

type PresetToggle = Toggle | { readonly severity: Toggle; readonly counted: boolean };

export declare function compilePresets(
  written: Readonly<Record<string, unknown>>,
  rules: readonly RuleInput[],
): {
  readonly presets: Readonly<Record<string, Readonly<Record<string, PresetToggle>>>>;
  readonly problems: readonly string[];
};
