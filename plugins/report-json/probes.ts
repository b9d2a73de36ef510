import type { JsonObject, Report } from '../../core/index.js';
import type { EffectRow } from '../scorecard-view/effects.js';
import { short } from './short.js';

/** The results of effect probes, skipped ones included. Spec: scorecard 2.4. */
export function probesOf(effects: readonly EffectRow[]): readonly JsonObject[] {
  return effects.map(({ check, tool, status, rule, confidence, severity, basis, message, fix }) => ({
    check,
    tool: short(tool),
    status,
    rule,
    confidence,
    severity,
    basis: short(basis),
    message: short(message),
    fix: fix === null ? null : short(fix),
  }));
}

export function probeSummary({ permissions }: Report, effects: readonly EffectRow[]): JsonObject {
  const count = (wanted: EffectRow['status']): number => effects.filter(({ status }) => status === wanted).length;
  const failing = effects.filter(
    ({ status, confidence, severity }) => status === 'fail' && confidence === 'high' && severity === 'error',
  );
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    failing_tools: [...new Set(failing.map(({ tool }) => tool))].map(short),
    allow_writes: permissions.allowWrites,
  };
}
