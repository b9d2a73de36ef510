/** Sends a statement that creates a table of its own through tools that only read, and looks whether the table is there. */

import { defineProbe } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'read-guards',
  summary: 'Checks that a tool which reads with SQL statements lets none through that writes.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip', 'annotations'],
  emits: { 'tool.read-guard': observationSchemas['tool.read-guard'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.read-guard'),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope);
  },
});
