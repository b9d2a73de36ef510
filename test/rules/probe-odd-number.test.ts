import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'odd-numbers',
  tool: 'read_file',
  parameter: 'head',
  accepted: [],
  words: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-odd-number', {
  observes: 'tool.odd-numbers',
  pass: [{ name: 'all refused', data: seen({}) }],
  fail: [
    {
      name: 'below zero',
      data: seen({ accepted: [-1], words: '-1 returns nothing, as a success' }),
      message: 'read_file takes a head that means nothing: -1 returns nothing, as a success',
    },
  ],
});
