import { testRule } from '../../../core/testing.js';

testRule('payload-unhandled', {
  observes: 'case.payload-bounds',
  pass: [
    { name: 'a success', data: { ended: 'success', usable: true, size_bytes: 1000 } },
    { name: 'a tool error', data: { ended: 'tool-error', usable: true, size_bytes: 1000 } },
    { name: 'a protocol error', data: { ended: 'protocol-error', usable: true, size_bytes: 1000 } },
    { name: 'a refusal, and an answer after it', data: { ended: 'refusal', usable: true, size_bytes: 1000 } },
  ],
  fail: [
    {
      name: 'no usable answer',
      data: { ended: 'fault', usable: false, size_bytes: 1000 },
      message: 'a call with an argument of 1000 bytes ended in a fault, and the session is of no use after it',
    },
    {
      name: 'a refusal, and silence after it',
      data: { ended: 'refusal', usable: false, size_bytes: 1000 },
      message: 'a call with an argument of 1000 bytes ended in a refusal, and the session is of no use after it',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
