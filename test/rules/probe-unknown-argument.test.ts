import { testRule } from '../../core/testing.js';

const head = { check: 'unknown-argument', tool: 'list_notes', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, argument: 'max_results', described: true, ignored: false };

testRule('probe-unknown-argument', {
  observes: 'tool.ignored-argument',
  pass: [{ name: 'a refusal', data: clean }],
  fail: [
    {
      name: 'an answer as if it was not there',
      data: { ...clean, ignored: true },
      message: 'list_notes passes over the argument "max_results" without a word',
    },
  ],
  inconclusive: [
    { name: 'never sent', data: { ...head, argument: 'max_results', described: true }, missing: 'ignored' },
  ],
});
