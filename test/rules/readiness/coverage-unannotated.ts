import { testRule } from '../../../core/testing.js';
import { COVERAGE } from './data.js';

testRule('coverage-unannotated', {
  observes: 'readiness.coverage',
  pass: [
    { name: 'permitted', data: COVERAGE },
    { name: 'a writer', data: { ...COVERAGE, writer: true, permitted: false, skipped: true, calls: 0, succeeded: 0 } },
    { name: 'skipped by the operator', data: { ...COVERAGE, permitted: false, skipped: true, calls: 0, succeeded: 0 } },
  ],
  fail: [
    {
      name: 'declares nothing',
      data: { ...COVERAGE, permitted: false, calls: 0, succeeded: 0 },
      message: 'read was not called, because it does not declare that it only reads',
    },
  ],
});
