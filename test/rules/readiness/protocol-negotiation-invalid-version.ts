import { testRule } from '../../../core/testing.js';

testRule('protocol-negotiation-invalid-version', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'honest', data: { check: 'negotiation', outcome: 'met' } },
    { name: 'another fault', data: { check: 'negotiation', outcome: 'echoed-unknown' } },
  ],
  fail: [
    {
      name: 'none',
      data: { check: 'negotiation', outcome: 'invalid-version' },
      message: 'the server answered an offered protocol version with no usable version',
    },
  ],
});
