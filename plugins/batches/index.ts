/** Gives write tools the same twice, and good and bad together, and checks with read tools what came of it. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'batches',
  summary: 'Checks what becomes of records that are given twice, or good and bad in one call.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['round-trip'],
  emits: { 'tool.batch': observationSchemas['tool.batch'] },
  /** `settleMs`: milliseconds before each further look for a record that does not show. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.batch'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope, scope.options.settleMs);
  },
});
