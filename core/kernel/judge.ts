import { groupBy } from '../group.js';
import type { Observation, Rule, Verdict } from '../model.js';
import { judgeObservation } from '../rules/judge-observation.js';
import type { Faults } from './faults.js';
import type { KernelHooks } from './taps.js';

/** Every rule that is on, over every observation of its kind, in the order the observations were made. */
export function judgeAll(
  hooks: KernelHooks,
  faults: Faults,
  rules: ReadonlyMap<string, Rule>,
  observations: readonly Observation[],
): readonly Verdict[] {
  const byKind = groupBy(
    [...rules.values()].filter(({ toggle }) => toggle !== 'off'),
    ({ observes }) => observes,
  );
  const changed = hooks.verdict.isUsed();
  return observations.flatMap((observation) =>
    (byKind.get(observation.kind) ?? []).map((rule) => {
      const verdict = judgeObservation(
        rule,
        observation,
        (input) => hooks.judge.get(rule.engine)?.call(input),
        (error) => faults.add(rule.plugin, `judge ${rule.id}`, error, 'The rule is inconclusive.'),
      );
      return changed ? hooks.verdict.call(verdict, rule) : verdict;
    }),
  );
}
