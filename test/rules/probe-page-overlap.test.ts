import type { JsonObject } from '../../core/json.js';
import { testRule } from '../../core/testing.js';

const walked = (more: JsonObject): JsonObject => ({
  check: 'pages',
  tool: 'list_bookmarks',
  id: '',
  parameter: 'page',
  pages: 3,
  items: 8,
  repeated: '',
  first: 0,
  again: 0,
  cursorRepeats: false,
  markers: [],
  summary: '',
  details: [],
  ...more,
});

testRule('probe-page-overlap', {
  observes: 'tool.pages',
  pass: [
    { name: 'each item once', data: walked({}) },
    { name: 'a cursor that comes again is another fault', data: walked({ cursorRepeats: true }) },
  ],
  fail: [
    {
      name: 'an item on two pages',
      data: walked({ repeated: '{"id":"c"}', first: 1, again: 2 }),
      message: 'list_bookmarks shows the same item on page 1 and page 2 of one walk by page: {"id":"c"}',
    },
  ],
});
