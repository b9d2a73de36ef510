import { testRule } from '../../../core/testing.js';

testRule('protocol-surface-invalid', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'met', data: { check: 'surfaces', outcome: 'met' } },
    { name: 'not answered', data: { check: 'surfaces', outcome: 'unanswered' } },
    { name: 'another requirement', data: { check: 'ping', outcome: 'unmet' } },
  ],
  fail: [
    {
      name: 'unmet',
      data: { check: 'surfaces', outcome: 'unmet' },
      message: 'the server declares resources or prompts and does not list them cleanly',
    },
  ],
});
