import { testRule } from '../../../core/testing.js';

testRule('pagination-invalid-entry', {
  observes: 'case.pagination',
  pass: [
    { name: 'an honest end', data: { ended: 'complete', page: 2, max_pages: 5 } },
    { name: 'a repeated tool', data: { ended: 'duplicate-tool', page: 2, max_pages: 5 } },
    { name: 'no end', data: { ended: 'stalled-cursor', page: 6, max_pages: 5 } },
  ],
  fail: [
    {
      name: 'a malformed page',
      data: { ended: 'invalid-entry', page: 2, max_pages: 5 },
      message:
        'page 2 of tools/list has no list of tools, or an entry without a valid name or an object as inputSchema',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
