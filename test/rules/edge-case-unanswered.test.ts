import { testRule } from '../../core/testing.js';

const tried = {
  tool: 'get_order',
  number: 2,
  mutation: 'wrong-type',
  description: 'with a value of the wrong type for "id"',
  arguments: { id: 12345 },
  durationMs: 3,
};

testRule('edge-case-unanswered', {
  observes: 'tool.edge-case',
  pass: [
    { name: 'an error', data: { ...tried, outcome: 'error', detail: 'id must be a text' } },
    { name: 'a success', data: { ...tried, outcome: 'result', detail: 'ok' } },
    { name: 'a question', data: { ...tried, outcome: 'input-required', detail: 'needs client input' } },
  ],
  fail: [
    {
      name: 'the server is gone',
      data: { ...tried, outcome: 'transport', detail: 'transport error: the server exited with code 1' },
      message:
        'crashes on bad input (with a value of the wrong type for "id"): transport error: the server exited with code 1',
    },
    {
      name: 'silence',
      data: { ...tried, outcome: 'timeout', detail: 'timeout after 3 s' },
      message: 'crashes on bad input (with a value of the wrong type for "id"): timeout after 3 s',
    },
  ],
  inconclusive: [{ name: 'no outcome', data: { ...tried, detail: 'ok' }, missing: 'outcome' }],
});
