/** Sends values that a tool's own schema refuses, or that no limit can mean, and writes down what comes back. */

import { defineProbe } from '../core/index.js';
import { builtInRules } from '../rules/rules.gen.js';
import { observationSchemas } from '../schemas/observations.gen.js';

const KINDS = [
  'tool.wrong-values',
  'tool.after-wrong-value',
  'tool.after-refusal',
  'tool.odd-numbers',
  'tool.line-ends',
  'tool.text-kept',
] as const;

export default defineProbe({
  name: 'values',
  summary: 'Checks that tools refuse what their own schemas refuse, and bounds that mean nothing.',
  subject: 'tool',
  effects: 'mutate',
  optIn: true,
  // What it leaves in a store may break readers, so what reads more is over by then.
  after: [
    ...'scenarios lint bounds agreements idempotent round-trip annotations pages answers'.split(' '),
    ...'batches references missing-targets updates takeover listings'.split(' '),
  ],
  emits: {
    'tool.wrong-values': observationSchemas['tool.wrong-values'],
    'tool.after-wrong-value': observationSchemas['tool.after-wrong-value'],
    'tool.after-refusal': observationSchemas['tool.after-refusal'],
    'tool.text-kept': observationSchemas['tool.text-kept'],
    'tool.odd-numbers': observationSchemas['tool.odd-numbers'],
    'tool.line-ends': observationSchemas['tool.line-ends'],
  },
  rules: builtInRules.effects.filter(({ observes }) => KINDS.some((kind) => kind === observes)),
  load: () => import('./values/look.js'),
  async observe(scope) {
    const { look } = await import('./values/look.js');
    await look(scope);
  },
});
