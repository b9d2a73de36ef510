/** The reliability area: how equal valid calls end, two clients at once, and a text that is far too long. Source: manifest specification, 4.9.2. */

import type { ObservationMap } from '../model.js';
import { type Fact, type Facts, type LostCheck, lostBy, type Scored, type Surface } from './lost.js';
import { latencyScore, mean, rounded } from './standard.js';

type Called = ObservationMap['readiness.reliability'];

const isWhole = ({ completed, planned }: Called): boolean => completed === planned;

/** 0 to 100: how well the answers of a tool were, times how many of them were successes. */
export function reliabilityOf(called: Called): number {
  if (!isWhole(called)) return 0;
  const { consistent, median_above_ms: exceeded, output, succeeded, planned } = called;
  const parts = [consistent ? 100 : 0, latencyScore(exceeded)];
  if (output !== 'undeclared') parts.push(output === 'conforming' ? 100 : 0);
  return (mean(parts) * succeeded) / planned;
}

export function reliability(facts: Facts, surface: Surface): Scored {
  const called = facts('readiness.reliability');
  const [contention, payload] = [facts('readiness.contention'), facts('readiness.payload')];
  const { tools, writers, exercised, skipped_tools: skipped } = surface.data;
  const untested = tools - writers - called.length;
  const cases = [
    ...contention.map(({ data }) => (data.both_succeeded ? 100 : 0)),
    ...payload.map(({ data }) => (data.survived ? 100 : 0)),
  ];
  const entries = [
    ...called.map(({ data }) => reliabilityOf(data)),
    ...Array.from({ length: untested }, () => 0),
    // Leaving a tool out must not choose which one meets the two cases.
    ...(skipped.length > 0 ? [0, 0] : cases),
  ];
  const left = facts('readiness.coverage').filter(({ data }) => data.skipped);
  return {
    score: mean(entries),
    measurements: countsOf(called, untested),
    checks: [
      ...lostByCalls(called),
      ...lostBy('reliability.contention', contention, ({ tool, both_succeeded: held }) =>
        held ? undefined : { tool },
      ),
      ...lostBy('reliability.payload', payload, ({ tool, survived }) => (survived ? undefined : { tool })),
      ...lostBy('reliability.none-exercised', [surface], () => (exercised === 0 ? {} : undefined)),
      ...lostBy('reliability.skipped', left.slice(0, 1), () => ({ observed: skipped.length })),
    ],
  };
}

function countsOf(called: readonly Fact<'readiness.reliability'>[], untested: number): Record<string, number> {
  const sum = (of: (data: Called) => number): number => called.reduce((all, { data }) => all + of(data), 0);
  return {
    successful_calls: sum((data) => data.succeeded),
    tool_errors: sum((data) => data.tool_errors),
    rpc_errors: sum((data) => data.rpc_errors),
    rejected_calls: sum((data) => data.rejected),
    transport_errors: sum((data) => data.faults),
    untested_tools: untested,
  };
}

/** A tool whose calls were not all completed has lost everything with its success; the rest is judged of whole sets only. */
function lostByCalls(called: readonly Fact<'readiness.reliability'>[]): readonly LostCheck[] {
  const whole = called.filter(({ data }) => isWhole(data));
  return [
    ...lostBy('reliability.success', called, (data) => {
      const { tool, succeeded, planned } = data;
      if (succeeded === planned) return undefined;
      return { tool, score: isWhole(data) ? rounded((100 * succeeded) / planned) : 0, observed: succeeded };
    }),
    ...lostBy('reliability.consistent', whole, ({ tool, consistent }) => (consistent ? undefined : { tool })),
    ...lostBy('reliability.latency', whole, ({ tool, median_above_ms: exceeded }) =>
      exceeded > 0 ? { tool, score: latencyScore(exceeded) } : undefined,
    ),
    ...lostBy('reliability.output-schema', whole, ({ tool, output }) => (output === 'broken' ? { tool } : undefined)),
  ];
}
