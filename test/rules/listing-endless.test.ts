import { testRule } from '../../core/testing.js';

const head = { check: 'listing', tool: '', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, method: 'prompts/list', pages: 2, ended: true, twice: [], where: '' };

testRule('listing-endless', {
  observes: 'server.listing',
  pass: [{ name: 'a list that ends', data: clean }],
  fail: [
    {
      name: 'a cursor that comes again',
      data: { ...clean, ended: false },
      message: 'prompts/list does not end: after 2 pages there is still a cursor, or one that was there before',
    },
  ],
  inconclusive: [
    {
      name: 'never walked',
      data: { ...head, method: 'prompts/list', pages: 0, twice: [], where: '' },
      missing: 'ended',
    },
  ],
});
