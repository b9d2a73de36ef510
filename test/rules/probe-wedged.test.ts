import { testRule } from '../../core/testing.js';

const head = { check: 'after-edge', tool: 'search_notes', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, wedged: false, asked: '', after: '' };

testRule('probe-wedged', {
  observes: 'tool.after-edge',
  pass: [{ name: 'a server that works on', data: clean }],
  fail: [
    {
      name: 'a server that answers no more',
      data: { ...clean, wedged: true, asked: 'a call with wrong arguments', after: 'ping was not answered' },
      message:
        'search_notes answers a call with wrong arguments, and then the server does not work any more: ping was not answered',
    },
  ],
  inconclusive: [{ name: 'never tried', data: { ...head, asked: '', after: '' }, missing: 'wedged' }],
});
