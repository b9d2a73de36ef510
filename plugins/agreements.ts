/** Makes two declared calls that should agree, and writes down how their items differ. Spec: scorecard 2.7. */

import { defineProbe, SETTLE_MS } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

export default defineProbe({
  name: 'agreements',
  summary: 'Checks that two declared ways to read agree.',
  subject: 'tool',
  // A side may be a tool that writes, if the run permits it.
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds'],
  emits: { 'tool.agreement': observationSchemas['tool.agreement'] },
  /** `settleMs`: milliseconds before each further look at sides that disagree. */
  options: { settleMs: SETTLE_MS },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.agreement'),
  load: () => import('./agreements/look.js'),
  async observe(scope) {
    const { look } = await import('./agreements/look.js');
    await look(scope, scope.options.settleMs);
  },
});
