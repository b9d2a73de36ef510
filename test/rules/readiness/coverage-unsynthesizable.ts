import { testRule } from '../../../core/testing.js';
import { COVERAGE } from './data.js';

testRule('coverage-unsynthesizable', {
  observes: 'readiness.coverage',
  pass: [
    { name: 'made', data: COVERAGE },
    {
      name: 'not permitted in the first place',
      data: { ...COVERAGE, permitted: false, synthesized: false, calls: 0, succeeded: 0 },
    },
  ],
  fail: [
    {
      name: 'none',
      data: { ...COVERAGE, synthesized: false, calls: 0, succeeded: 0 },
      message: 'read was not called, because no value follows from the schema of something it requires',
    },
  ],
});
