import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'after-wrong-value',
  tool: 'search_nodes',
  writer: 'create_node',
  value: 'name 5',
  fails: false,
  reason: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-poisoned-store', {
  observes: 'tool.after-wrong-value',
  pass: [{ name: 'it answers', data: seen({}) }],
  fail: [
    {
      name: 'it fails',
      data: seen({ fails: true, reason: 'e.name.toLowerCase is not a function' }),
      message:
        'search_nodes answered before, and fails since create_node accepted name 5: e.name.toLowerCase is not a function',
    },
  ],
});
