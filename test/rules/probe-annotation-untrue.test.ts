import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const tried = (changed: boolean, witness = '', difference = ''): JsonObject => ({
  check: 'read-only',
  tool: 'next_task',
  id: '',
  changed,
  witness,
  difference,
  markers: [],
  summary: '',
  details: [],
});

testRule('probe-annotation-untrue', {
  observes: 'tool.read-only',
  pass: [{ name: 'nothing changed', data: tried(false) }],
  fail: [
    {
      name: 'another tool shows a change',
      data: tried(true, 'list_tasks', 'before "todo", after "doing"'),
      message:
        'next_task declares readOnlyHint: true, but list_tasks answers something else since it was called: before "todo", after "doing"',
    },
  ],
});
