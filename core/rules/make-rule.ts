import type { JsonObject } from '../json.js';
import type { Origin, Rule, RuleInput, Toggle } from '../model.js';
import { engineOf } from './check-rule.js';
import type { CountedSetting } from './toggles.js';

/** What a rule input does not say of itself. */
export interface RuleDetails {
  readonly id: string;
  readonly plugin: string;
  readonly toggle: Toggle;
  readonly options: JsonObject;
  readonly origin: Origin;
  readonly page: string | undefined;
  /** Left out: its author decides, at `origin`. */
  readonly counted?: CountedSetting;
}

/** A rule as it applies in one run. Copies: what a plugin or a pack handed over is never changed. */
export function makeRule(input: RuleInput, { counted, ...details }: RuleDetails): Rule {
  return Object.freeze({
    ...input,
    ...details,
    counted: counted?.value ?? input.counted ?? true,
    countedOrigin: counted?.origin ?? details.origin,
    countedByAuthor: input.counted ?? true,
    family: input.family ?? 'lint',
    requires: input.requires ?? [],
    engine: engineOf(input),
  });
}

/** What applies when nobody says otherwise. */
export function defaultToggle({ severity, recommended }: RuleInput): Toggle {
  return recommended === false ? 'off' : severity;
}
