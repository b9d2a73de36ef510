import { boundedJson, type CallEntry, findingIds, type JsonObject, type Report } from '../../core/index.js';
import { markerPrefixes } from '../scorecard-view/effect-notices.js';
import { type EffectRow, isCertainFailure } from '../scorecard-view/effects.js';
import { BOUNDS, short } from './short.js';

/** The results of effect probes, skipped ones included. Spec: scorecard 2.4. */
export function probesOf(report: Report, effects: readonly EffectRow[]): readonly JsonObject[] {
  const ids = findingIds(report);
  return effects.map((effect) => {
    const { check, tool, status, verdict, rule, confidence, severity, basis, message, fix } = effect;
    const { id, param, readers, markers, details, calls } = effect;
    return {
      check: brief(check),
      tool: short(tool),
      status,
      rule,
      confidence,
      severity,
      basis: short(basis),
      message: short(message),
      fix: fix === null ? null : short(fix),
      ...(verdict !== null && { finding_id: ids.get(verdict) }),
      ...(id !== '' && { id: brief(id) }),
      ...(param !== '' && { param: brief(param) }),
      ...(readers.length > 0 && { readers: brief(readers) }),
      ...(markers.length > 0 && { markers: brief(markers) }),
      details: brief(details.map(({ step, outcome, note }) => ({ step, outcome, ...(note !== '' && { note }) }))),
      ...(calls.length > 0 && { calls: calls.map(callOf) }),
    };
  });
}

/** Steps and names need fewer characters than messages. */
const brief = (value: unknown): unknown => boundedJson(value, { text: 300 });

/** A call that a failure rests on, so that anybody can make it again. */
function callOf({ id, method, params, outcome, excerpt }: CallEntry): JsonObject {
  return { number: id, method, params: boundedJson(params, BOUNDS), outcome, answer: short(excerpt) };
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
