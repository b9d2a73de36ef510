import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const walked = (cursorRepeats: boolean): JsonObject => ({
  check: 'pages',
  tool: 'list_items',
  id: '',
  parameter: 'cursor',
  pages: 2,
  items: 4,
  repeated: '',
  first: 0,
  again: 0,
  cursorRepeats,
  markers: [],
  summary: '',
  details: [],
});

testRule('probe-cursor-endless', {
  observes: 'tool.pages',
  pass: [{ name: 'it ends', data: walked(false) }],
  fail: [
    {
      name: 'a cursor that was used before',
      data: walked(true),
      message:
        'list_items names a cursor for the page after page 2 that it had named before, so a walk by cursor never ends',
    },
  ],
});
