import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const sides = (differences: number | null, comparison = ''): JsonObject => ({
  check: 'agreement',
  tool: 'due_tasks',
  id: 'due-within-list',
  expect: 'subset',
  unit: 'auto',
  field: 'id',
  left: { tool: 'due_tasks', items: 3, ignored: 0 },
  right: { tool: 'list_tasks', items: 5, ignored: 0 },
  differences,
  comparison,
  summary: '',
  details: [],
});

testRule('probe-paths-disagree', {
  observes: 'tool.agreement',
  pass: [{ name: 'both agree', data: sides(0) }],
  fail: [
    {
      name: 'one item too many on the left',
      data: sides(1, '"T-0" (left only)'),
      message: 'due_tasks (left) and list_tasks (right) disagree: "T-0" (left only)',
      fix: 'Let due_tasks and list_tasks read from the same place, and update both whenever a record changes or goes.',
    },
  ],
  inconclusive: [{ name: 'the items could not be told', data: sides(null), missing: 'differences' }],
});
