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
  pass: [
    { name: 'a result', data: { ...answered, outcome: 'result', detail: 'ok' } },
    {
      name: 'no answer, which is the business of another rule',
      data: { ...answered, outcome: 'timeout', detail: 'timeout after 30 s' },
    },
  ],
  fail: [
    {
      name: 'a result with the error flag',
      data: { ...answered, outcome: 'error-result', detail: 'no such order' },
      message: 'fails on valid input: no such order',
    },
    {
      name: 'a protocol error',
      data: { ...answered, outcome: 'error', detail: 'invalid params' },
      message: 'fails on valid input: invalid params',
    },
  ],
  inconclusive: [{ name: 'no outcome', data: { ...answered, detail: 'ok' }, missing: 'outcome' }],
});
