import { testRule } from '../../../core/testing.js';

testRule('evaluation-budget-exceeded', {
  observes: 'case.connection',
  pass: [
    { name: 'silence', data: { fault: 'timeout' } },
    { name: 'an end of the connection', data: { fault: 'closed' } },
    { name: 'a broken protocol', data: { fault: 'protocol' } },
  ],
  fail: [
    {
      name: 'a budget used up',
      data: { fault: 'budget' },
      message: 'five minutes or 4096 requests were used up before the case was complete',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'fault' }],
});
