import { testRule } from '../../../core/testing.js';

testRule('transport-error', {
  observes: 'case.connection',
  pass: [
    { name: 'silence', data: { fault: 'timeout' } },
    { name: 'an end of the connection', data: { fault: 'closed' } },
    { name: 'a budget used up', data: { fault: 'budget' } },
  ],
  fail: [
    {
      name: 'a broken protocol',
      data: { fault: 'protocol' },
      message: 'an answer broke the protocol, so the case is incomplete',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'fault' }],
});
