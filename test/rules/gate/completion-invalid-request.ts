import { testRule } from '../../../core/testing.js';

testRule('completion-invalid-request', {
  observes: 'case.completion',
  pass: [
    { name: 'as many as allowed', data: { ended: 'values', names_argument: false, values: 5, max_values: 5 } },
    { name: 'none', data: { ended: 'values', names_argument: false, values: 0, max_values: 5 } },
    { name: 'too many', data: { ended: 'values', names_argument: false, values: 6, max_values: 5 } },
    {
      name: 'an error that names the argument',
      data: { ended: 'error', names_argument: true, values: 0, max_values: 5 },
    },
    { name: 'no answer', data: { ended: 'fault', names_argument: false, values: 0, max_values: 5 } },
  ],
  fail: [
    {
      name: 'malformed',
      data: { ended: 'malformed', names_argument: false, values: 0, max_values: 5 },
      message: 'the completion request was not answered with a list of texts',
    },
    {
      name: 'an error',
      data: { ended: 'error', names_argument: false, values: 0, max_values: 5 },
      message: 'the completion request was not answered with a list of texts',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
