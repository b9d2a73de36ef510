import { testRule } from '../../core/testing.js';

const head = { check: 'surface', tool: '', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, declared: ['resources'], missing: [], why: '' };

testRule('surface-not-served', {
  observes: 'server.surface',
  pass: [{ name: 'a list that is served', data: clean }],
  fail: [
    {
      name: 'a method that nobody knows',
      data: { ...clean, missing: ['resources/list'], why: 'Method not found' },
      message: 'The server declares resources and does not serve resources/list: Method not found',
    },
  ],
  inconclusive: [{ name: 'never asked', data: { ...head, declared: ['resources'], missing: [] }, missing: 'why' }],
});
