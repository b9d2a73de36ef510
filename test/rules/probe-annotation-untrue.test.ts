import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const tried = (hint: string, happened = ''): JsonObject => ({
  check: 'declared-effect',
  tool: 'next_task',
  id: '',
  hint,
  untrue: happened !== '',
  happened,
  markers: [],
  summary: '',
  details: [],
});

testRule('probe-annotation-untrue', {
  observes: 'tool.declared-effect',
  pass: [{ name: 'nothing changed', data: tried('readOnlyHint: true') }],
  fail: [
    {
      name: 'another tool shows a change',
      data: tried(
        'readOnlyHint: true',
        'list_tasks answers something else since it was called: before "todo", after "doing"',
      ),
      message:
        'next_task declares readOnlyHint: true, but list_tasks answers something else since it was called: before "todo", after "doing"',
    },
    {
      name: 'the same call twice leaves two records',
      data: tried('idempotentHint: true', 'the same call twice left 2 records (key "a"), counted with list_tasks'),
      message:
        'next_task declares idempotentHint: true, but the same call twice left 2 records (key "a"), counted with list_tasks',
    },
  ],
});
