import { testRule } from '../../core/testing.js';

const mark = { tool: 'search_orders', header: 'Region', place: '/properties/region', fault: '' };
const FIX =
  'Take the mark at /properties/region away, or mark an argument of the type string, integer or boolean, below nothing but `properties`, with a header name that no other mark of the tool has.';

testRule('header-mark-invalid', {
  observes: 'tool.header-mark',
  pass: [{ name: 'nothing is wrong with it', data: mark }],
  fail: [
    {
      name: 'an empty name',
      data: { ...mark, header: '', fault: 'names no header' },
      message:
        'The mark x-mcp-header at /properties/region names no header; clients over HTTP leave the whole tool out.',
      fix: FIX,
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: { tool: 'search_orders', header: 'Region', place: '/properties/region' },
      missing: 'fault',
    },
  ],
});
