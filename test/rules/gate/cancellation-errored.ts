import { testRule } from '../../../core/testing.js';

testRule('cancellation-errored', {
  observes: 'case.cancellation',
  pass: [
    { name: 'silence', data: { outcome: 'no-result', require_honored: true, told_in_time: true } },
    { name: 'a result', data: { outcome: 'completed', require_honored: true, told_in_time: true } },
    {
      name: 'a result where one is allowed',
      data: { outcome: 'completed', require_honored: false, told_in_time: true },
    },
  ],
  fail: [
    {
      name: 'an error',
      data: { outcome: 'error', require_honored: true, told_in_time: true },
      message: 'a cancelled call ended in an error that does not acknowledge the cancellation',
    },
    {
      name: 'an error where a result is allowed',
      data: { outcome: 'error', require_honored: false, told_in_time: true },
      message: 'a cancelled call ended in an error that does not acknowledge the cancellation',
    },
  ],
  inconclusive: [{ name: 'no outcome', data: { require_honored: true, told_in_time: true }, missing: 'outcome' }],
});
