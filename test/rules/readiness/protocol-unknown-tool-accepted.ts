import { testRule } from '../../../core/testing.js';

testRule('protocol-unknown-tool-accepted', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'met', data: { check: 'unknown-tool', outcome: 'met' } },
    { name: 'not answered', data: { check: 'unknown-tool', outcome: 'unanswered' } },
    { name: 'another requirement', data: { check: 'surfaces', outcome: 'unmet' } },
  ],
  fail: [
    {
      name: 'unmet',
      data: { check: 'unknown-tool', outcome: 'unmet' },
      message: 'a call of a tool that does not exist succeeded',
    },
  ],
});
