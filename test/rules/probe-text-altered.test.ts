import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'text-kept',
  tool: 'save_note',
  reader: 'get_note',
  altered: false,
  wanted: '\u00e9',
  found: '',
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-text-altered', {
  observes: 'tool.text-kept',
  pass: [{ name: 'kept', data: seen({}) }],
  fail: [
    {
      name: 'other letters',
      data: seen({ altered: true, found: '\u00c3\u00a9' }),
      message: 'save_note stored \u00e9, and get_note shows \u00c3\u00a9',
    },
  ],
});
