import { testRule } from '../../core/testing.js';

const answered = {
  tool: 'get_order',
  number: 1,
  description: 'valid arguments, variation 1',
  arguments: { id: 'a' },
  durationMs: 3,
};

testRule('happy-case-failing', {
  observes: 'tool.happy-case',
  pass: [{ name: 'a result', data: { ...answered, outcome: 'result', detail: 'ok' } }],
  fail: [
    {
      name: 'a result with the error flag',
      data: { ...answered, outcome: 'error-result', detail: 'no such order' },
      message: 'fails on valid input: no such order',
    },
    {
      name: 'no answer in time',
      data: { ...answered, outcome: 'timeout', detail: 'timeout after 30 s' },
      message: 'fails on valid input: timeout after 30 s',
    },
  ],
  inconclusive: [{ name: 'no outcome', data: { ...answered, detail: 'ok' }, missing: 'outcome' }],
});
