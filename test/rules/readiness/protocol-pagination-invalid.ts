import { testRule } from '../../../core/testing.js';

testRule('protocol-pagination-invalid', {
  observes: 'readiness.protocol',
  pass: [
    { name: 'met', data: { check: 'pagination', outcome: 'met' } },
    { name: 'not answered', data: { check: 'pagination', outcome: 'unanswered' } },
    { name: 'another requirement', data: { check: 'surfaces', outcome: 'unmet' } },
  ],
  fail: [
    {
      name: 'unmet',
      data: { check: 'pagination', outcome: 'unmet' },
      message: 'the pages of tools/list hold an invalid entry or a tool twice, or do not end within 20 pages',
    },
  ],
});
