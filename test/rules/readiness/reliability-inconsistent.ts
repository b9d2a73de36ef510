import { testRule } from '../../../core/testing.js';
import { RELIABILITY } from './data.js';

testRule('reliability-inconsistent', {
  observes: 'readiness.reliability',
  pass: [
    { name: 'all alike', data: RELIABILITY },
    {
      name: 'a call that was not completed counts elsewhere',
      data: { ...RELIABILITY, completed: 2, succeeded: 1, tool_errors: 1, faults: 1, consistent: false },
    },
  ],
  fail: [
    {
      name: 'two ways',
      data: { ...RELIABILITY, succeeded: 2, tool_errors: 1, consistent: false },
      message: '3 equal calls of read did not all end in the same way',
    },
  ],
});
