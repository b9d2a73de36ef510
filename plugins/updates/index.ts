/** Changes fields of records of its own, one at a time, and looks what became of the others. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'updates',
  summary: 'Checks that an update changes the fields that are given, whatever their values, and no other ones.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip'],
  emits: { 'tool.update': observationSchemas['tool.update'] },
  /** `settleMs`: milliseconds before each further look for what an update changed. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.update'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
