import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const twice = (same: boolean | null, difference = ''): JsonObject => ({
  check: 'idempotent',
  tool: 'value_history',
  id: '',
  compared: 'texts',
  same,
  difference,
  summary: '',
  details: [],
});

testRule('probe-not-idempotent', {
  observes: 'tool.idempotence',
  pass: [{ name: 'the same twice', data: twice(true) }],
  fail: [
    {
      name: 'another answer the second time',
      data: twice(false, 'first ["a","b"], then ["b","a"]'),
      message: 'value_history returned different results for the same call: first ["a","b"], then ["b","a"]',
    },
  ],
  inconclusive: [{ name: 'neither call worked', data: twice(null), missing: 'same' }],
});
