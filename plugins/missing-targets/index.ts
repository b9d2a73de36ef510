/** Asks tools that change or end a record for one that does not exist. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'missing-targets',
  summary: 'Checks that a tool which changes or ends a record does not report success for one that does not exist.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip'],
  emits: { 'tool.missing-target': observationSchemas['tool.missing-target'] },
  /** `settleMs`: milliseconds before each further look for a record that the call may have made. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.missing-target'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
