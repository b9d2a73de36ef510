/** Sends a write tool several calls at once, and checks with read tools that nothing of it was lost. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'overlap',
  summary: 'Checks that what overlapping calls report as stored is there.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  // A store that several calls at once have broken tells nothing any more, so everything else is over by then.
  after: [
    'round-trip',
    'batches',
    'references',
    'missing-targets',
    'updates',
    'takeover',
    'listings',
    'promises',
    'dry-runs',
    'hints',
    'pages',
    'answers',
    'after-edge',
    'values',
  ],
  emits: { 'tool.overlap': observationSchemas['tool.overlap'] },
  /** `settleMs`: milliseconds before each further look for a record that does not show. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.overlap'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
