import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'line-ends',
  tool: 'read_file',
  parameter: 'tail',
  value: 2,
  changed: false,
  wanted: '"a\\r\\nb"',
  found: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-line-ends-changed', {
  observes: 'tool.line-ends',
  pass: [{ name: 'kept', data: seen({}) }],
  fail: [
    {
      name: 'changed',
      data: seen({ changed: true, found: '"a\\nb"' }),
      message: 'read_file with tail 2 changes the ends of lines: "a\\r\\nb" came back as "a\\nb"',
    },
  ],
});
