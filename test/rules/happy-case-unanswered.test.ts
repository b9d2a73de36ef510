import { testRule } from '../../core/testing.js';

const asked = {
  tool: 'get_order',
  number: 1,
  description: 'valid arguments, variation 1',
  arguments: { id: 'a' },
  durationMs: 3,
};

testRule('happy-case-unanswered', {
  observes: 'tool.happy-case',
  pass: [
    { name: 'a result', data: { ...asked, outcome: 'result', detail: 'ok' } },
    { name: 'an error, which is the business of another rule', data: { ...asked, outcome: 'error', detail: 'no' } },
  ],
  fail: [
    {
      name: 'no answer in time',
      data: { ...asked, outcome: 'timeout', detail: 'timeout after 30 s' },
      message: 'does not answer valid input: timeout after 30 s',
    },
    {
      name: 'the server is gone',
      data: { ...asked, outcome: 'transport', detail: 'transport error: the server exited with code 1' },
      message: 'does not answer valid input: transport error: the server exited with code 1',
    },
  ],
  inconclusive: [{ name: 'no outcome', data: { ...asked, detail: 'ok' }, missing: 'outcome' }],
});
