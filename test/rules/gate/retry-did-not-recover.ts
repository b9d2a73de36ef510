import { testRule } from '../../../core/testing.js';

const REFUSED = { ended: 'error', code: -32010, hint: 'true' };
const SUCCESS = { ended: 'success', code: null, hint: null };
const FACTS = { attempts: 2, max_attempts: 3, expect_retryable: true, first: REFUSED, last: REFUSED };

testRule('retry-did-not-recover', {
  observes: 'case.error-honesty',
  pass: [
    { name: 'recovery on the last call', data: { ...FACTS, attempts: 3, last: SUCCESS } },
    { name: 'another hint on the last call', data: { ...FACTS, attempts: 3, last: { ...REFUSED, hint: 'false' } } },
    { name: 'another code on the last call', data: { ...FACTS, attempts: 3, last: { ...REFUSED, code: -1 } } },
    {
      name: 'refusals that are not to be retried',
      data: {
        attempts: 2,
        max_attempts: 2,
        expect_retryable: false,
        first: { ...REFUSED, hint: 'false' },
        last: { ...REFUSED, hint: 'false' },
      },
    },
  ],
  fail: [
    {
      name: 'all attempts failed in the same way',
      data: { ...FACTS, attempts: 3 },
      message: 'none of 3 calls succeeded, though each error said that retrying can work',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'attempts' }],
});
