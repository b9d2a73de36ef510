/** Starts the server once more beside the first one, and sends both of them new records at the same time. */

import { defineProbe, SETTLE_MS } from '../../core/index.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'two-processes',
  summary: 'Checks that two server processes on one store lose nothing of what they report as stored.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['overlap', 'batches', 'references'],
  emits: { 'tool.overlap': observationSchemas['tool.overlap'] },
  /** `settleMs`: milliseconds before each further look for a record that does not show. */
  options: { settleMs: SETTLE_MS },
  load: () => import('./second-process.js'),
  async observe(scope) {
    const { look } = await import('./second-process.js');
    await look(scope, scope.options.settleMs);
  },
});
