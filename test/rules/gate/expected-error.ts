import { testRule } from '../../../core/testing.js';

const REFUSED = { ended: 'error', code: -32010, hint: 'true' };
const SUCCESS = { ended: 'success', code: null, hint: null };
const FACTS = { attempts: 2, max_attempts: 3, expect_retryable: true, first: REFUSED, last: REFUSED };

testRule('expected-error', {
  observes: 'case.error-honesty',
  pass: [
    { name: 'an error', data: { ...FACTS, attempts: 1 } },
    { name: 'recovery on the second call', data: { ...FACTS, last: SUCCESS } },
  ],
  fail: [
    {
      name: 'success at once',
      data: { ...FACTS, attempts: 1, first: SUCCESS, last: SUCCESS },
      message: 'the first call had to fail and succeeded',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'attempts' }],
});
