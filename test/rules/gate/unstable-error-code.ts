import { testRule } from '../../../core/testing.js';

const REFUSED = { ended: 'error', code: -32010, hint: 'true' };
const SUCCESS = { ended: 'success', code: null, hint: null };
const FACTS = { attempts: 2, max_attempts: 3, expect_retryable: true, first: REFUSED, last: REFUSED };

testRule('unstable-error-code', {
  observes: 'case.error-honesty',
  pass: [
    { name: 'the same code', data: FACTS },
    { name: 'recovery has no code', data: { ...FACTS, last: SUCCESS } },
    { name: 'another hint is another fault', data: { ...FACTS, last: { ...REFUSED, hint: 'missing' } } },
  ],
  fail: [
    {
      name: 'another code',
      data: { ...FACTS, last: { ...REFUSED, code: -32603 } },
      message: 'call 2 failed with another code than the first',
    },
    {
      name: 'another code, and another hint as well',
      data: { ...FACTS, attempts: 3, last: { ended: 'error', code: -32000, hint: 'missing' } },
      message: 'call 3 failed with another code than the first',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'first' }],
});
