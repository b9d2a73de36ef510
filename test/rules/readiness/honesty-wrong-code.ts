import { testRule } from '../../../core/testing.js';
import { HONESTY } from './data.js';

testRule('honesty-wrong-code', {
  observes: 'readiness.honesty',
  pass: [
    { name: '-32602', data: HONESTY },
    { name: 'a tool error', data: { ...HONESTY, ended: 'tool-error', code: null } },
  ],
  fail: [
    {
      name: 'internal error',
      data: { ...HONESTY, code: -32603 },
      message: 'read refused invalid arguments with another error code than -32602',
    },
  ],
});
