import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'whole-list',
  tool: 'list_notes',
  writer: 'save_note',
  stored: 21,
  shown: 21,
  witness: '',
  missing: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-hidden-truncation', {
  observes: 'tool.whole-list',
  pass: [
    { name: 'all of them', data: seen({}) },
    { name: 'fewer, and nobody knows the others', data: seen({ shown: 20 }) },
  ],
  fail: [
    {
      name: 'one that another tool shows',
      data: seen({ shown: 20, witness: 'get_note', missing: 'key "a"' }),
      message:
        'list_notes shows 20 of 21 records that save_note stored and says nothing of more: get_note knows key "a"',
    },
  ],
});
