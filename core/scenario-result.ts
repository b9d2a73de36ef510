/** What became of a scenario. Scorecard specification, 1.3. */

import { excerptOf } from './excerpt.js';
import { isObject, type JsonObject } from './json.js';
import type { CallRecord } from './model.js';
import type { Scenario } from './schema/scenarios.js';

/** `transport`: no answer that means anything, because the process died or what it sent is no result. */
export type ScenarioOutcome = 'result' | 'error-result' | 'error' | 'timeout' | 'transport' | 'input-required';

/** One scenario and what became of it, as programs and reports see it. */
export interface ScenarioResult {
  readonly tool: string;
  readonly kind: Scenario['kind'];
  readonly description: string;
  readonly arguments: JsonObject;
  /** Null: it does not count, neither as passed nor as failed. */
  readonly ok: boolean | null;
  /** The server answered with an error. */
  readonly isError: boolean;
  readonly durationMs: number;
  readonly detail: string;
}

/** So that the whole detail has at most 200 characters. */
const MAX_REASON = 180;

/** What the answer to a scenario's call amounts to. */
export function scenarioOutcome({ outcome, result }: CallRecord): ScenarioOutcome {
  if (outcome === 'error' || outcome === 'timeout') return outcome;
  // A result must be an object; a server that sends anything else has answered no call.
  if (outcome !== 'result' || !isObject(result)) return 'transport';
  if (result['resultType'] === 'input_required') return 'input-required';
  return result['isError'] === true ? 'error-result' : 'result';
}

/** The outcome in words, at most 200 characters. */
export function scenarioDetail(outcome: ScenarioOutcome, record: CallRecord): string {
  switch (outcome) {
    case 'result':
      return 'ok';
    case 'input-required':
      return 'needs client input';
    case 'timeout':
      return `timeout after ${record.ms / 1000} s`;
    case 'transport':
      return `transport error: ${record.outcome === 'result' ? 'the result is not an object' : excerptOf(record, MAX_REASON)}`;
    case 'error':
    case 'error-result':
      return excerptOf(record) || 'an error without a text';
  }
}

/** Milliseconds a scenario took; nothing that was answered took none. */
export function scenarioDuration(outcome: ScenarioOutcome, { ms }: CallRecord): number {
  return outcome === 'transport' ? 0 : ms;
}

/** Whether a scenario passed; null when it does not count. A deliberately bad call passes when it was answered at all. */
export function scenarioPassed(kind: Scenario['kind'], outcome: ScenarioOutcome): boolean | null {
  if (kind === 'edge') return outcome !== 'timeout' && outcome !== 'transport';
  return outcome === 'input-required' ? null : outcome === 'result';
}
