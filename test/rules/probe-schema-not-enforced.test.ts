import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'wrong-values',
  tool: 'add_node',
  tried: 2,
  accepted: 0,
  stored: false,
  worst: '',
  all: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-schema-not-enforced', {
  observes: 'tool.wrong-values',
  pass: [{ name: 'all refused', data: seen({}) }],
  fail: [
    {
      name: 'one accepted',
      data: seen({
        accepted: 1,
        worst: 'kind "x" where its schema says one of a, b',
        all: 'kind "x" where its schema says one of a, b',
      }),
      message: 'add_node accepts what its own schema refuses: kind "x" where its schema says one of a, b',
    },
  ],
});
