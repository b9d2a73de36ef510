/** Takes descriptions at their word: does with records of its own what they say, and looks whether it is so. */

import { defineProbe } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'promises',
  summary: 'Checks that a tool does what its description promises in words that are known.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  // Lists are longest when the records of other probes are in them.
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip', 'listings'],
  emits: { 'tool.promise': observationSchemas['tool.promise'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.promise'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope);
  },
});
