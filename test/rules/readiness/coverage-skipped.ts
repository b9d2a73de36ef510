import { testRule } from '../../../core/testing.js';
import { COVERAGE } from './data.js';

testRule('coverage-skipped', {
  observes: 'readiness.coverage',
  pass: [{ name: 'not skipped', data: COVERAGE }],
  fail: [
    {
      name: 'skipped',
      data: { ...COVERAGE, skipped: true, calls: 0, succeeded: 0 },
      message: 'read was not called, because the operator skips it',
    },
  ],
});
