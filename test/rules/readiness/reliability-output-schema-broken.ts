import { testRule } from '../../../core/testing.js';
import { RELIABILITY } from './data.js';

testRule('reliability-output-schema-broken', {
  observes: 'readiness.reliability',
  pass: [
    { name: 'conforming', data: { ...RELIABILITY, output: 'conforming' } },
    { name: 'no output schema', data: RELIABILITY },
    {
      name: 'a call that was not completed counts elsewhere',
      data: { ...RELIABILITY, output: 'broken', completed: 1, succeeded: 1, faults: 1 },
    },
  ],
  fail: [
    {
      name: 'broken',
      data: { ...RELIABILITY, output: 'broken' },
      message: 'a successful result of read does not satisfy the output schema that the tool declares',
    },
  ],
});
