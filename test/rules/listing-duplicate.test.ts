import { testRule } from '../../core/testing.js';

const head = { check: 'listing', tool: '', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, method: 'tools/list', pages: 2, ended: true, twice: [], where: '' };

testRule('listing-duplicate', {
  observes: 'server.listing',
  pass: [{ name: 'every name once', data: clean }],
  fail: [
    {
      name: 'a page that begins with the last entry of the one before',
      data: { ...clean, twice: ['show_note'], where: 'on page 1 and again on page 2' },
      message: 'tools/list lists show_note twice: on page 1 and again on page 2',
    },
  ],
  inconclusive: [
    {
      name: 'never walked',
      data: { ...head, method: 'tools/list', pages: 0, ended: true, twice: [] },
      missing: 'where',
    },
  ],
});
