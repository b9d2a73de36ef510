import type { RuleInput, Toggle } from '../model.js';

type PresetToggle = Toggle | { readonly severity: Toggle; readonly counted: boolean };

export declare function refreshIndex(
  rules: readonly { readonly folder: string; readonly rule: RuleInput }[],
  presets: Readonly<Record<string, Readonly<Record<string, PresetToggle>>>>,
  page: string,
): string | undefined;
