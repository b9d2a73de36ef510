import { testRule } from '../../../core/testing.js';

testRule('pagination-stalled-cursor', {
  observes: 'case.pagination',
  pass: [
    { name: 'an honest end', data: { ended: 'complete', page: 2, max_pages: 5 } },
    { name: 'a malformed page', data: { ended: 'invalid-entry', page: 2, max_pages: 5 } },
    { name: 'a repeated tool', data: { ended: 'duplicate-tool', page: 2, max_pages: 5 } },
  ],
  fail: [
    {
      name: 'no end',
      data: { ended: 'stalled-cursor', page: 6, max_pages: 5 },
      message: 'tools/list still names a next cursor after 5 pages',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
