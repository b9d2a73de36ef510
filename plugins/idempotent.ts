/** Makes the same declared call twice in a row, and writes down whether the answers are the same. Spec: scorecard 2.7. */

import { defineProbe } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

export default defineProbe({
  name: 'idempotent',
  summary: 'Checks that a declared call returns the same twice.',
  subject: 'tool',
  // The tool may be one that writes, if the run permits it.
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements'],
  emits: { 'tool.idempotence': observationSchemas['tool.idempotence'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.idempotence'),
  load: () => import('./idempotent/look.js'),
  async observe(scope) {
    const { look } = await import('./idempotent/look.js');
    await look(scope);
  },
});
