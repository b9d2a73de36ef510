import { testRule } from '../../../core/testing.js';
import { COVERAGE } from './data.js';

testRule('coverage-call-failed', {
  observes: 'readiness.coverage',
  pass: [
    { name: 'one success', data: { ...COVERAGE, succeeded: 1 } },
    { name: 'every call refused its arguments', data: { ...COVERAGE, succeeded: 0, rejected: 3 } },
  ],
  fail: [
    { name: 'not completed', data: { ...COVERAGE, calls: 1, succeeded: 0 }, message: 'no call of read succeeded' },
    { name: 'errors', data: { ...COVERAGE, succeeded: 0, rejected: 1 }, message: 'no call of read succeeded' },
  ],
});
