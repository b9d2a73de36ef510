import { boundedJson, type JsonObject, type Report } from '../../core/index.js';
import { markerPrefixes } from '../scorecard-view/effect-notices.js';
import { type EffectRow, isCertainFailure } from '../scorecard-view/effects.js';
import { BOUNDS, short } from './short.js';

/** The results of effect probes, skipped ones included. Spec: scorecard 2.4. */
export function probesOf(effects: readonly EffectRow[]): readonly JsonObject[] {
  return effects.map((effect) => {
    const { check, tool, status, rule, confidence, severity, basis, message, fix } = effect;
    const { id, param, readers, markers, details } = effect;
    return {
      check,
      tool: short(tool),
      status,
      rule,
      confidence,
      severity,
      basis: short(basis),
      message: short(message),
      fix: fix === null ? null : short(fix),
      ...(id !== '' && { id: short(id) }),
      ...(param !== '' && { param: short(param) }),
      ...(readers.length > 0 && { readers: readers.map(short) }),
      ...(markers.length > 0 && { markers: markers.map(short) }),
      details: boundedJson(
        details.map(({ step, outcome, note }) => ({ step, outcome, ...(note !== '' && { note }) })),
        BOUNDS,
      ),
    };
  });
}

export function probeSummary({ permissions }: Report, effects: readonly EffectRow[]): JsonObject {
  const count = (wanted: EffectRow['status']): number => effects.filter(({ status }) => status === wanted).length;
  const failing = effects.filter(isCertainFailure);
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    failing_tools: [...new Set(failing.map(({ tool }) => tool))].map(short),
    allow_writes: permissions.allowWrites,
    markers: markerPrefixes(effects),
  };
}
