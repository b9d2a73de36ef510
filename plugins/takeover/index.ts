/** Puts a record of its own where another one of its own is, and looks what became of that one. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'takeover',
  summary: 'Checks that a record which exists is not destroyed by one that is made or moved to its place.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip'],
  emits: {
    'tool.takeover': observationSchemas['tool.takeover'],
    'tool.stored-id': observationSchemas['tool.stored-id'],
  },
  /** `settleMs`: milliseconds before each further look for a record that does not show. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.takeover' || observes === 'tool.stored-id'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
