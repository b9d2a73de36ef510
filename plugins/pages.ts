/** Walks through lists page by page, and writes down what came twice. */

import { defineProbe } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

export default defineProbe({
  name: 'pages',
  summary: 'Checks that a walk through the pages of a list shows each item once, and ends.',
  subject: 'tool',
  effects: 'call',
  optIn: true,
  // With more records in the store there are more pages.
  after: ['scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip'],
  emits: { 'tool.pages': observationSchemas['tool.pages'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.pages'),
  load: () => import('./pages/look.js'),
  async observe(scope) {
    const { look } = await import('./pages/look.js');
    await look(scope);
  },
});
