/** The scorer of readiness: how ready a server is for a model under a fixed standard. Spec: manifest 4.9. */

import { areasOf, definePlugin, type Score, type ScoreInput } from '../core/index.js';

declare module '../core/index.js' {
  interface ScorerMap {
    readiness: Record<string, never>;
  }
}

export default definePlugin({
  name: 'readiness-score',
  summary: 'Weighs what the readiness battery saw, by a fixed standard.',
  version: '1',
  apply({ hooks }) {
    hooks.score.for('readiness').tap('readiness-score', readinessScore);
  },
});

/**
 * The total of the standard and its areas, each from 0 to 1; no value when readiness was not measured. Reads observations,
 * not verdicts: a standard that the toggles of a house could change would be none.
 */
export function readinessScore({ observations }: ScoreInput): Score {
  const measured = areasOf(observations);
  return {
    scorer: 'readiness',
    version: '1',
    value: measured === undefined ? null : measured.score / 100,
    parts: Object.fromEntries((measured?.areas ?? []).map(({ name, score }) => [name, score / 100])),
  };
}
