import { testRule } from '../../../core/testing.js';
import { RELIABILITY } from './data.js';

testRule('reliability-slow', {
  observes: 'readiness.reliability',
  pass: [
    { name: 'within 100 ms', data: RELIABILITY },
    {
      name: 'a call that was not completed counts elsewhere',
      data: { ...RELIABILITY, completed: 2, succeeded: 2, faults: 1, median_above_ms: 300 },
    },
  ],
  fail: [
    {
      name: 'in the second band',
      data: { ...RELIABILITY, median_above_ms: 100 },
      message: 'half of the calls of read took more than 100 ms',
    },
    {
      name: 'in the last band',
      data: { ...RELIABILITY, median_above_ms: 3000 },
      message: 'half of the calls of read took more than 3000 ms',
    },
  ],
});
