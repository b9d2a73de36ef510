import { testRule } from '../../../core/testing.js';

const REFUSED = { ended: 'error', code: -32010, hint: 'true' };
const SUCCESS = { ended: 'success', code: null, hint: null };
const FACTS = { attempts: 2, max_attempts: 3, expect_retryable: true, first: REFUSED, last: REFUSED };

const found = (hint: string) => `call 2 does not say what is expected about retrying: its hint is ${hint}`;

testRule('retryability-mismatch', {
  observes: 'case.error-honesty',
  pass: [
    { name: 'true, as expected', data: FACTS },
    {
      name: 'false, as expected',
      data: {
        ...FACTS,
        expect_retryable: false,
        first: { ...REFUSED, hint: 'false' },
        last: { ...REFUSED, hint: 'false' },
      },
    },
    { name: 'recovery has no hint', data: { ...FACTS, last: SUCCESS } },
    { name: 'another code comes first', data: { ...FACTS, last: { ended: 'error', code: -1, hint: 'false' } } },
  ],
  fail: [
    { name: 'true where false is expected', data: { ...FACTS, expect_retryable: false }, message: found('true') },
    ...['false', 'missing', 'malformed', 'conflict'].map((hint) => ({
      name: `${hint} where true is expected`,
      data: { ...FACTS, last: { ...REFUSED, hint } },
      message: found(hint),
    })),
    ...['missing', 'malformed', 'conflict'].map((hint) => ({
      name: `${hint} where false is expected`,
      data: { ...FACTS, expect_retryable: false, last: { ...REFUSED, hint } },
      message: found(hint),
    })),
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'first' }],
});
