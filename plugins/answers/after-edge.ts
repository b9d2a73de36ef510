/** Whether the server works on after it has answered wrong arguments. */

import { defineProbe } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

export default defineProbe({
  name: 'after-edge',
  summary: 'Tries in a session of its own whether a server that stopped to answer did so because of wrong arguments.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  after: ['hearing', 'scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip', 'answers'],
  emits: { 'tool.after-edge': observationSchemas['tool.after-edge'] },
  /** `pauseMs`: how long a server has to fall over once it has answered. */
  options: { pauseMs: 250 },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.after-edge'),
  load: () => import('./work-on.js'),
  async observe(scope) {
    const { lookAfterEdge } = await import('./work-on.js');
    await lookAfterEdge(scope, scope.options.pauseMs);
  },
});
