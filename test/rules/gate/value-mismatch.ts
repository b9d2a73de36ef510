import { testRule } from '../../../core/testing.js';

const FACTS = {
  expected: 'success',
  ended: 'success',
  code_expected: null,
  code: null,
  missing: false,
  unequal: false,
};

testRule('value-mismatch', {
  observes: 'case.outcome',
  pass: [
    { name: 'every value is as declared', data: FACTS },
    { name: 'a missing field comes first', data: { ...FACTS, missing: true, unequal: true } },
    { name: 'an error is another fault', data: { ...FACTS, ended: 'error', code: -1, unequal: true } },
    { name: 'an expected error has no values', data: { ...FACTS, expected: 'error', ended: 'error', code: -1 } },
  ],
  fail: [
    {
      name: 'a value differs',
      data: { ...FACTS, unequal: true },
      message: 'a declared value of the result differs or is absent',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'expected' }],
});
