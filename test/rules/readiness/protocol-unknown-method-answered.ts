import { testRule } from '../../../core/testing.js';

testRule('protocol-unknown-method-answered', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'met', data: { check: 'unknown-method', outcome: 'met' } },
    { name: 'not answered', data: { check: 'unknown-method', outcome: 'unanswered' } },
    { name: 'another requirement', data: { check: 'surfaces', outcome: 'unmet' } },
  ],
  fail: [
    {
      name: 'unmet',
      data: { check: 'unknown-method', outcome: 'unmet' },
      message: 'a method that does not exist was not refused with -32601',
    },
  ],
});
