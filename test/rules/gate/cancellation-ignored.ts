import { testRule } from '../../../core/testing.js';

testRule('cancellation-ignored', {
  observes: 'case.cancellation',
  pass: [
    { name: 'silence', data: { outcome: 'no-result', require_honored: true, told_in_time: true } },
    {
      name: 'a result where one is allowed',
      data: { outcome: 'completed', require_honored: false, told_in_time: true },
    },
    { name: 'an unrelated error', data: { outcome: 'error', require_honored: true, told_in_time: true } },
  ],
  fail: [
    {
      name: 'a result',
      data: { outcome: 'completed', require_honored: true, told_in_time: true },
      message: 'a call returned a result although it had been cancelled',
    },
    {
      name: 'a result that came before the server was told',
      data: { outcome: 'completed', require_honored: true, told_in_time: false },
      message: 'a call returned a result although it had been cancelled',
    },
  ],
  inconclusive: [
    {
      name: 'no word on what the author wants',
      data: { outcome: 'completed', told_in_time: true },
      missing: 'require_honored',
    },
  ],
});
