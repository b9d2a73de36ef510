import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'after-refusal',
  tool: 'add_node',
  refused: 2,
  reader: '',
  stored: '',
  reason: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-error-after-effect', {
  observes: 'tool.after-refusal',
  pass: [{ name: 'nothing of it shows', data: seen({}) }],
  fail: [
    {
      name: 'it shows',
      data: seen({ reader: 'list_nodes', stored: 'kind "x"', reason: 'unknown kind' }),
      message: 'add_node refused kind "x" (unknown kind), and list_nodes shows it all the same',
    },
  ],
});
