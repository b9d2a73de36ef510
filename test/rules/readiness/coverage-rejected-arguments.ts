import { testRule } from '../../../core/testing.js';
import { COVERAGE } from './data.js';

testRule('coverage-rejected-arguments', {
  observes: 'readiness.coverage',
  pass: [
    { name: 'taken', data: COVERAGE },
    { name: 'refused in another way', data: { ...COVERAGE, succeeded: 0, rejected: 2 } },
  ],
  fail: [
    {
      name: 'all refused',
      data: { ...COVERAGE, succeeded: 0, rejected: 3 },
      message: 'read refused arguments that its own input schema allows, in 3 of 3 calls',
    },
  ],
});
