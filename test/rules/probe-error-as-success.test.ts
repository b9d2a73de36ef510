import { testRule } from '../../core/testing.js';

const head = { check: 'error-as-success', tool: 'get_note', id: '', markers: [], summary: '', details: [] };
const clean = { ...head, reported: false, asked: '', says: '', control: '' };
const asked = 'a call for what does not exist';

testRule('probe-error-as-success', {
  observes: 'tool.failure-report',
  pass: [{ name: 'bad calls that were refused', data: clean }],
  fail: [
    {
      name: 'JSON that tells of a failure',
      data: {
        ...clean,
        reported: true,
        asked,
        says: 'it says status: "error" ("not found")',
        control: '{"key":"backup"}',
      },
      message: 'get_note answers a call for what does not exist without isError: it says status: "error" ("not found")',
      fix: 'Set isError on the result of get_note when the call failed, and keep the reason in its text.',
    },
    {
      name: 'a value that is none',
      data: { ...clean, reported: true, asked: 'a text that is no date for "time"', says: 'it says "NaN ms"' },
      message: 'get_note answers a text that is no date for "time" without isError: it says "NaN ms"',
    },
  ],
  inconclusive: [{ name: 'never asked', data: { ...head, asked: '', says: '' }, missing: 'reported' }],
});
