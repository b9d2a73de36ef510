import { testRule } from '../../../core/testing.js';

testRule('protocol-negotiation-inconsistent-support', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'honest', data: { check: 'negotiation', outcome: 'met' } },
    { name: 'another fault', data: { check: 'negotiation', outcome: 'echoed-unknown' } },
  ],
  fail: [
    {
      name: 'not kept',
      data: { check: 'negotiation', outcome: 'inconsistent-support' },
      message: 'the server did not accept a protocol version that it had answered with itself',
    },
  ],
});
