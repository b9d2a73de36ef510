/** The scorer of manifest runs: the share of cases that passed. Spec: manifest 3.8. */

import { definePlugin, type Observation, type Score, type ScoreInput } from '../core/index.js';

declare module '../core/index.js' {
  interface ScorerMap {
    gate: Record<string, never>;
  }
}

export default definePlugin({
  name: 'gate',
  summary: 'Counts the cases of a manifest that passed.',
  version: '1',
  apply({ hooks }) {
    hooks.score.for('gate').tap('gate', gate);
  },
});

/**
 * A case passes when it was completed and no rule of severity error fails on it. `value` is the share of all planned
 * cases that passed, 1 when there are none; there is no grade, because a gate is open or shut.
 */
export function gate({ verdicts, observations }: ScoreInput): Score {
  const failed = new Set(
    verdicts
      .filter(
        ({ outcome, severity, subject }) =>
          outcome === 'fail' && severity === 'error' && subject.kind.startsWith('case.'),
      )
      .map(({ subject }) => subject.name),
  );
  const plan = observations.find(({ kind }) => kind === 'manifest.plan') as Observation<'manifest.plan'> | undefined;
  const completed = new Set(
    observations
      .filter(({ kind, state }) => kind === 'case.run' && state === 'observed')
      .map(({ subject }) => subject.name),
  );
  const planned = plan?.data?.cases ?? [];
  const passed = planned.filter(({ id }) => completed.has(id) && !failed.has(id));
  return {
    scorer: 'gate',
    version: '1',
    value: planned.length === 0 ? 1 : passed.length / planned.length,
    grade: null,
    parts: {},
  };
}
