/** Looks whether lists show all there is, and whether their filters leave out what does not match. */

import { defineProbe } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

export default defineProbe({
  name: 'listings',
  summary: 'Checks that lists show all there is or say that there is more, and that their filters work.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  // By then many records are there, so that few have to be written for this.
  after: [
    ...'scenarios lint bounds agreements idempotent round-trip pages batches'.split(' '),
    ...'references missing-targets updates takeover'.split(' '),
  ],
  emits: {
    'tool.whole-list': observationSchemas['tool.whole-list'],
    'tool.filter': observationSchemas['tool.filter'],
  },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.whole-list' || observes === 'tool.filter'),
  load: () => import('./listings/look.js'),
  async observe(scope) {
    const { look } = await import('./listings/look.js');
    await look(scope);
  },
});
