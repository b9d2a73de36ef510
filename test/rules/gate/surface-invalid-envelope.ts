import { testRule } from '../../../core/testing.js';

testRule('surface-invalid-envelope', {
  observes: 'case.surface-listing',
  pass: [
    { name: 'honest ends', data: { ended: 'complete', surface: null, page: null, max_pages: 5 } },
    { name: 'no end', data: { ended: 'stalled-cursor', surface: 'prompts', page: 6, max_pages: 5 } },
  ],
  fail: [
    {
      name: 'no list of resources',
      data: { ended: 'invalid-envelope', surface: 'resources', page: 1, max_pages: 5 },
      message: 'page 1 of resources/list holds no list, although the server declares resources',
    },
    {
      name: 'no list of prompts',
      data: { ended: 'invalid-envelope', surface: 'prompts', page: 3, max_pages: 5 },
      message: 'page 3 of prompts/list holds no list, although the server declares prompts',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
