import { testRule } from '../../../core/testing.js';

testRule('negotiation-inconsistent-support', {
  observes: 'case.protocol-negotiation',
  pass: [
    { name: 'own version taken', data: { offered: 'own', answer: 'same' } },
    { name: 'another version for its own', data: { offered: 'own', answer: 'other' } },
    { name: 'nothing for its own', data: { offered: 'own', answer: 'none' } },
    { name: 'unknown version taken', data: { offered: 'unknown', answer: 'same' } },
    { name: 'another version for an unknown one', data: { offered: 'unknown', answer: 'other' } },
    { name: 'nothing for an unknown version', data: { offered: 'unknown', answer: 'none' } },
    { name: 'its answer taken', data: { offered: 'answered', answer: 'same' } },
  ],
  fail: [
    {
      name: 'another version for its answer',
      data: { offered: 'answered', answer: 'other' },
      message: 'a protocol version that the server had answered with was not accepted when it was offered',
    },
    {
      name: 'nothing for its answer',
      data: { offered: 'answered', answer: 'none' },
      message: 'a protocol version that the server had answered with was not accepted when it was offered',
    },
  ],
  inconclusive: [{ name: 'no offer', data: { answer: 'none' }, missing: 'offered' }],
});
