import { testRule } from '../../../core/testing.js';

const FACTS = {
  expected: 'success',
  ended: 'success',
  code_expected: null,
  code: null,
  missing: false,
  unequal: false,
};

testRule('unexpected-outcome', {
  observes: 'case.outcome',
  pass: [
    { name: 'a success that was due', data: FACTS },
    { name: 'an error that was due', data: { ...FACTS, expected: 'error', ended: 'error', code: -32602 } },
    { name: 'a success where either will do', data: { ...FACTS, expected: 'any' } },
    { name: 'an error where either will do', data: { ...FACTS, expected: 'any', ended: 'error', code: -32000 } },
    { name: 'a result that lacks something is another fault', data: { ...FACTS, missing: true, unequal: true } },
  ],
  fail: [
    {
      name: 'an error where a success was due',
      data: { ...FACTS, ended: 'error', code: -32000 },
      message: 'a call had to end in success and ended in error',
    },
    {
      name: 'a success where an error was due',
      data: { ...FACTS, expected: 'error', code_expected: -32602 },
      message: 'a call had to end in error and ended in success',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'expected' }],
});
