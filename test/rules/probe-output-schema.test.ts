import { testRule } from '../../core/testing.js';

const head = { check: 'output-schema', tool: 'task_stats', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, fitting: 3, differing: 0, where: '' };

testRule('probe-output-schema', {
  observes: 'tool.output',
  pass: [{ name: 'results that fit', data: clean }],
  fail: [
    {
      name: 'a text where a number was promised',
      data: { ...clean, fitting: 0, differing: 3, where: '"open" is a string where the schema says integer' },
      message:
        'A result of task_stats does not fit its output schema: "open" is a string where the schema says integer',
    },
  ],
  inconclusive: [{ name: 'never compared', data: { ...head, fitting: 0, where: '' }, missing: 'differing' }],
});
