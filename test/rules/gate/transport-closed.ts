import { testRule } from '../../../core/testing.js';

testRule('transport-closed', {
  observes: 'case.connection',
  pass: [
    { name: 'silence', data: { fault: 'timeout' } },
    { name: 'a broken protocol', data: { fault: 'protocol' } },
    { name: 'a budget used up', data: { fault: 'budget' } },
  ],
  fail: [
    {
      name: 'an end of the connection',
      data: { fault: 'closed' },
      message: 'the connection ended, so the case is incomplete',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'fault' }],
});
