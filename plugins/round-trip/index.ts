/** Stores records with write tools, and checks with read tools that they are there. Spec: scorecard 2.5. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'round-trip',
  summary: 'Checks that what a tool reports as stored is there, stays there, and can be changed.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  // Everything that reads runs before anything that writes.
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent'],
  emits: { 'tool.round-trip': observationSchemas['tool.round-trip'] },
  /** `settleMs`: milliseconds before each further look for a record that does not show. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.round-trip'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
