import { testRule } from '../../core/testing.js';

const head = { check: 'unknown-tool', tool: '', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, accepted: false, says: '' };

testRule('unknown-tool-accepted', {
  observes: 'server.unknown-tool',
  pass: [{ name: 'a refusal', data: clean }],
  fail: [
    {
      name: 'a success',
      data: { ...clean, accepted: true, says: 'it says nothing' },
      message: 'A call of a tool that is not listed is answered as a success: it says nothing',
    },
  ],
  inconclusive: [{ name: 'never called', data: { ...head, says: '' }, missing: 'accepted' }],
});
