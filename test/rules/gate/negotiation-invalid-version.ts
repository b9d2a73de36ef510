import { testRule } from '../../../core/testing.js';

testRule('negotiation-invalid-version', {
  observes: 'case.protocol-negotiation',
  pass: [
    { name: 'own version taken', data: { offered: 'own', answer: 'same' } },
    { name: 'another version for its own', data: { offered: 'own', answer: 'other' } },
    { name: 'unknown version taken', data: { offered: 'unknown', answer: 'same' } },
    { name: 'another version for an unknown one', data: { offered: 'unknown', answer: 'other' } },
    { name: 'its answer taken', data: { offered: 'answered', answer: 'same' } },
    { name: 'another version for its answer', data: { offered: 'answered', answer: 'other' } },
    { name: 'nothing for its answer', data: { offered: 'answered', answer: 'none' } },
  ],
  fail: [
    {
      name: 'nothing for its own',
      data: { offered: 'own', answer: 'none' },
      message: 'a protocol version was offered, and no version of the form YYYY-MM-DD came back',
    },
    {
      name: 'nothing for an unknown version',
      data: { offered: 'unknown', answer: 'none' },
      message: 'a protocol version was offered, and no version of the form YYYY-MM-DD came back',
    },
  ],
  inconclusive: [{ name: 'no offer', data: { answer: 'none' }, missing: 'offered' }],
});
