/** Calls tools with the argument by which they promise to change nothing, and checks with read tools that they do not. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'dry-runs',
  summary: 'Checks that a call which is to change nothing, such as a dry run, changes nothing.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip'],
  emits: { 'tool.dry-run': observationSchemas['tool.dry-run'] },
  /** `settleMs`: milliseconds before each further look for a change that does not show. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.dry-run'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
