import { testRule } from '../../../core/testing.js';

testRule('protocol-call-failed', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'met', data: { check: 'ping', outcome: 'met' } },
    { name: 'answered wrongly', data: { check: 'ping', outcome: 'unmet' } },
  ],
  fail: [
    {
      name: 'ping',
      data: { check: 'ping', outcome: 'unanswered' },
      message: 'a request for the check ping was not completed',
    },
    {
      name: 'negotiation',
      data: { check: 'negotiation', outcome: 'unanswered' },
      message: 'a request for the check negotiation was not completed',
    },
  ],
});
