import { testRule } from '../../core/testing.js';
import type { ToolMissingTarget } from '../../schemas/observations.gen.js';

const seen = (answer: ToolMissingTarget['answer'], proof = ''): ToolMissingTarget & Record<string, unknown> => ({
  check: 'missing-target',
  tool: 'drop_key',
  id: '',
  target: 'key "tsp64c7f0-key"',
  answer,
  proof,
  markers: ['tsp64c7f0-'],
  summary: '',
  details: [{ step: 'ask for a record that does not exist', outcome: 'answered', note: '' }],
});

testRule('probe-missing-target-success', {
  observes: 'tool.missing-target',
  pass: [
    { name: 'a refusal', data: seen('refused') },
    { name: 'a failure that only the text tells', data: seen('failure-said') },
    { name: 'a count of 0', data: seen('nothing-said') },
    { name: 'a description that allows it', data: seen('allowed') },
    { name: 'a record that was made', data: seen('made') },
  ],
  fail: [
    {
      name: 'a plain success',
      data: seen('success', 'read_value refuses it'),
      message: 'drop_key reported success for key "tsp64c7f0-key", which does not exist: read_value refuses it',
    },
  ],
  inconclusive: [{ name: 'nothing of the answer', data: { ...seen('success'), answer: null }, missing: 'answer' }],
});
