import { testRule } from '../../../core/testing.js';

testRule('negotiation-echoed-unknown', {
  observes: 'case.protocol-negotiation',
  pass: [
    { name: 'own version taken', data: { offered: 'own', answer: 'same' } },
    { name: 'another version for its own', data: { offered: 'own', answer: 'other' } },
    { name: 'nothing for its own', data: { offered: 'own', answer: 'none' } },
    { name: 'another version for an unknown one', data: { offered: 'unknown', answer: 'other' } },
    { name: 'nothing for an unknown version', data: { offered: 'unknown', answer: 'none' } },
    { name: 'its answer taken', data: { offered: 'answered', answer: 'same' } },
    { name: 'another version for its answer', data: { offered: 'answered', answer: 'other' } },
    { name: 'nothing for its answer', data: { offered: 'answered', answer: 'none' } },
  ],
  fail: [
    {
      name: 'unknown version taken',
      data: { offered: 'unknown', answer: 'same' },
      message: 'a protocol version that nobody speaks was accepted as it was offered',
    },
  ],
  inconclusive: [{ name: 'no offer', data: { answer: 'none' }, missing: 'offered' }],
});
