/** Names records that do not exist to write tools, and looks with read tools whether the reference is stored. */

import { defineProbe } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'references',
  summary: 'Checks that a tool stores no reference to a record that does not exist.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['round-trip', 'batches'],
  emits: { 'tool.reference': observationSchemas['tool.reference'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.reference'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope);
  },
});
