/** Holds what write tools declare of their effects against what became of records of this run's own. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'hints',
  summary: 'Checks that write tools are as idempotent, and as harmless, as they declare to be.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip', 'annotations'],
  emits: { 'tool.declared-effect': observationSchemas['tool.declared-effect'] },
  /** `settleMs`: milliseconds before each further look for a record that does not show. */
  options: { settleMs: SETTLE_MS },
  load: () => import('./look-at-hints.js'),
  async observe(scope) {
    const { lookAtHints } = await import('./look-at-hints.js');
    await lookAtHints(scope, scope.options.settleMs);
  },
});
