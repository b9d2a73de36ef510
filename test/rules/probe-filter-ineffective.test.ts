import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const seen = (more: JsonObject): JsonObject => ({
  check: 'filter',
  tool: 'list_notes',
  parameter: 'tag',
  writer: 'save_note',
  wanted: 'a',
  showsWanted: true,
  showsOther: false,
  id: '',
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-filter-ineffective', {
  observes: 'tool.filter',
  pass: [
    { name: 'only what matches', data: seen({}) },
    { name: 'nothing', data: seen({ showsWanted: false }) },
  ],
  fail: [
    {
      name: 'both',
      data: seen({ showsOther: true }),
      message: 'list_notes with tag a also shows a record with another tag',
    },
  ],
});
