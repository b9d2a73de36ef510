import { testRule } from '../../../core/testing.js';

testRule('surface-stalled-cursor', {
  observes: 'case.surface-listing',
  pass: [
    { name: 'honest ends', data: { ended: 'complete', surface: null, page: null, max_pages: 5 } },
    { name: 'no list', data: { ended: 'invalid-envelope', surface: 'prompts', page: 5, max_pages: 5 } },
  ],
  fail: [
    {
      name: 'no end of resources',
      data: { ended: 'stalled-cursor', surface: 'resources', page: 6, max_pages: 5 },
      message: 'resources/list still names a next cursor after 5 pages',
    },
    {
      name: 'no end of prompts',
      data: { ended: 'stalled-cursor', surface: 'prompts', page: 6, max_pages: 5 },
      message: 'prompts/list still names a next cursor after 5 pages',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
