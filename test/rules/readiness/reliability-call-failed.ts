import { testRule } from '../../../core/testing.js';
import { RELIABILITY } from './data.js';

testRule('reliability-call-failed', {
  observes: 'readiness.reliability',
  pass: [{ name: 'all calls succeeded', data: RELIABILITY }],
  fail: [
    {
      name: 'one call failed',
      data: { ...RELIABILITY, succeeded: 2, tool_errors: 1, consistent: false },
      message: 'read succeeded in 2 of 3 calls with valid arguments',
    },
    {
      name: 'a call was not completed',
      data: { ...RELIABILITY, completed: 1, succeeded: 1, faults: 1 },
      message: 'read succeeded in 1 of 3 calls with valid arguments',
    },
  ],
});
