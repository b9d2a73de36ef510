import { testRule } from '../../../core/testing.js';

testRule('transport-timeout', {
  observes: 'case.connection',
  pass: [
    { name: 'an end of the connection', data: { fault: 'closed' } },
    { name: 'a broken protocol', data: { fault: 'protocol' } },
    { name: 'a budget used up', data: { fault: 'budget' } },
  ],
  fail: [{ name: 'silence', data: { fault: 'timeout' }, message: 'no answer came in time, so the case is incomplete' }],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'fault' }],
});
