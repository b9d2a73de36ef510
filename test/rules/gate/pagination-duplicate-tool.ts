import { testRule } from '../../../core/testing.js';

testRule('pagination-duplicate-tool', {
  observes: 'case.pagination',
  pass: [
    { name: 'an honest end', data: { ended: 'complete', page: 2, max_pages: 5 } },
    { name: 'a malformed page', data: { ended: 'invalid-entry', page: 2, max_pages: 5 } },
    { name: 'no end', data: { ended: 'stalled-cursor', page: 6, max_pages: 5 } },
  ],
  fail: [
    {
      name: 'a repeated tool',
      data: { ended: 'duplicate-tool', page: 2, max_pages: 5 },
      message: 'page 2 of tools/list lists a tool that was listed before',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
