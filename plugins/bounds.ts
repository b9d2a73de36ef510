/** Reads with parameters that bound an answer, and writes down what comes back. Spec: scorecard 2.6. */

import { defineProbe } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

export default defineProbe({
  name: 'bounds',
  summary: 'Checks that head, tail and limit parameters bound what comes back.',
  subject: 'tool',
  // Built-in bounds only read; a declared relation may be on a tool that writes, if the run permits it.
  effects: 'mutate',
  optIn: true,
  after: ['scenarios', 'lint'],
  emits: { 'tool.bound': observationSchemas['tool.bound'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.bound'),
  load: () => import('./bounds/look.js'),
  async observe(scope) {
    const { look } = await import('./bounds/look.js');
    await look(scope);
  },
});
