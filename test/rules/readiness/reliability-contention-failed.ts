import { testRule } from '../../../core/testing.js';
import { CONTENTION } from './data.js';

testRule('reliability-contention-failed', {
  observes: 'readiness.contention',
  pass: [{ name: 'both succeeded', data: CONTENTION }],
  fail: [
    {
      name: 'one did not',
      data: { ...CONTENTION, both_succeeded: false },
      message: 'two clients called read at the same time, and not both succeeded',
    },
  ],
});
