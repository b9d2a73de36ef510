import { testRule } from '../../../core/testing.js';

testRule('protocol-negotiation-echoed-unknown', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'honest', data: { check: 'negotiation', outcome: 'met' } },
    { name: 'another fault', data: { check: 'negotiation', outcome: 'invalid-version' } },
  ],
  fail: [
    {
      name: 'accepted',
      data: { check: 'negotiation', outcome: 'echoed-unknown' },
      message: 'the server accepted a protocol version that does not exist',
    },
  ],
});
