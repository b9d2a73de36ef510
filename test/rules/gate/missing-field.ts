import { testRule } from '../../../core/testing.js';

const FACTS = {
  expected: 'success',
  ended: 'success',
  code_expected: null,
  code: null,
  missing: false,
  unequal: false,
};

testRule('missing-field', {
  observes: 'case.outcome',
  pass: [
    { name: 'nothing is missing', data: FACTS },
    { name: 'a value that differs is another fault', data: { ...FACTS, unequal: true } },
    { name: 'an error is another fault', data: { ...FACTS, ended: 'error', code: -1, missing: true } },
    { name: 'an expected error has no fields', data: { ...FACTS, expected: 'error', ended: 'error', code: -1 } },
  ],
  fail: [
    {
      name: 'a field is missing',
      data: { ...FACTS, missing: true },
      message: 'a declared field or path is absent from the result',
    },
    {
      name: 'a field is missing, and a value differs as well',
      data: { ...FACTS, missing: true, unequal: true },
      message: 'a declared field or path is absent from the result',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'expected' }],
});
