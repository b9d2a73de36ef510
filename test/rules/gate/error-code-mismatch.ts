import { testRule } from '../../../core/testing.js';

const FACTS = {
  expected: 'error',
  ended: 'error',
  code_expected: -32602,
  code: -32602,
  missing: false,
  unequal: false,
};

testRule('error-code-mismatch', {
  observes: 'case.outcome',
  pass: [
    { name: 'the declared code', data: FACTS },
    { name: 'no code declared', data: { ...FACTS, code_expected: null } },
    { name: 'a success is another fault', data: { ...FACTS, ended: 'success', code: null } },
    { name: 'an error where a success was due is another fault', data: { ...FACTS, expected: 'success', code: -1 } },
  ],
  fail: [
    {
      name: 'another code',
      data: { ...FACTS, code: -32603 },
      message: 'an error carried another code than the one that was declared',
    },
    {
      name: 'a tool error where the code of a protocol error was declared',
      data: { ...FACTS, code_expected: 0, code: -32000 },
      message: 'an error carried another code than the one that was declared',
    },
  ],
  inconclusive: [{ name: 'nothing was seen', data: {}, missing: 'expected' }],
});
