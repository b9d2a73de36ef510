import { testRule } from '../../../core/testing.js';

testRule('protocol-ping-failed', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'met', data: { check: 'ping', outcome: 'met' } },
    { name: 'not answered', data: { check: 'ping', outcome: 'unanswered' } },
    { name: 'another requirement', data: { check: 'surfaces', outcome: 'unmet' } },
  ],
  fail: [
    {
      name: 'unmet',
      data: { check: 'ping', outcome: 'unmet' },
      message: 'a ping was not answered with a result object',
    },
  ],
});
