/** Looks at all answers of the run, and makes a few calls that show how failures are told. Field rules 1, 6, 12 and 15. */

import { defineProbe } from '../../core/index.js';
import { builtInRules } from '../../rules/rules.gen.js';
import { observationSchemas } from '../../schemas/observations.gen.js';

const KINDS = ['tool.failure-report', 'tool.refusal', 'tool.output', 'tool.ignored-argument'] as const;

export default defineProbe({
  name: 'answers',
  summary: 'Looks at every answer of the run: failures told as successes, internal errors, broken output schemas.',
  subject: 'tool',
  // It calls nothing that stores or ends something; what computes is no read-only tool by its name.
  effects: 'mutate',
  optIn: true,
  // What the others called has been heard by then.
  after: ['hearing', 'scenarios', 'lint', 'bounds', 'agreements', 'idempotent', 'round-trip'],
  emits: {
    'tool.failure-report': observationSchemas['tool.failure-report'],
    'tool.refusal': observationSchemas['tool.refusal'],
    'tool.output': observationSchemas['tool.output'],
    'tool.ignored-argument': observationSchemas['tool.ignored-argument'],
  },
  rules: builtInRules.effects.filter(({ observes }) => (KINDS as readonly string[]).includes(observes)),
  load: () => import('./look.js'),
  async observe(scope) {
    const { look } = await import('./look.js');
    await look(scope);
  },
});
