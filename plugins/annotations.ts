/** Calls tools that declare to be read-only, and looks with other tools whether something has changed. */

import { defineProbe } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

export default defineProbe({
  name: 'annotations',
  summary: 'Checks that tools which declare to be read-only change nothing that other tools show.',
  subject: 'server',
  effects: 'call',
  optIn: true,
  // The first call of a tool says most: what it changes may be used up later.
  emits: { 'tool.declared-effect': observationSchemas['tool.declared-effect'] },
  rules: builtInRules.effects.filter(({ observes }) => observes === 'tool.declared-effect'),
  load: () => import('./annotations/look.js'),
  async observe(scope) {
    const { look } = await import('./annotations/look.js');
    await look(scope);
  },
});
