import { testRule } from '../../core/testing.js';

const head = { check: 'refusal', tool: 'create_notes', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, kind: 'clear', asked: '', words: '', tools: ['create_notes'] };

testRule('probe-internal-error', {
  observes: 'tool.refusal',
  pass: [{ name: 'a clear refusal', data: clean }],
  fail: [
    {
      name: 'the text of an exception',
      data: {
        ...clean,
        kind: 'exception',
        asked: 'answers a call without arguments with',
        words: 'notes.map is not a function',
      },
      message: 'create_notes answers a call without arguments with "notes.map is not a function"',
    },
    {
      name: 'the code of an internal error, for several tools',
      data: {
        ...clean,
        tool: '',
        kind: 'internal-code',
        asked: 'answer a call with wrong arguments with',
        words: '-32603 url: expected a string',
        tools: ['fetch_text', 'fetch_json'],
      },
      message: 'fetch_text, fetch_json answer a call with wrong arguments with "-32603 url: expected a string"',
    },
  ],
  inconclusive: [{ name: 'never refused', data: { ...head, words: '', asked: '', tools: [] }, missing: 'kind' }],
});
