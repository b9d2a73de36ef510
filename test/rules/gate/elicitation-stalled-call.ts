import { testRule } from '../../../core/testing.js';

testRule('elicitation-stalled-call', {
  observes: 'case.elicitation',
  pass: [
    { name: 'a success', data: { ended: 'success', requests: 1, max_requests: 2 } },
    { name: 'a tool error', data: { ended: 'tool-error', requests: 1, max_requests: 2 } },
    { name: 'a protocol error', data: { ended: 'protocol-error', requests: 1, max_requests: 2 } },
    { name: 'stopped', data: { ended: 'stopped', requests: 3, max_requests: 2 } },
  ],
  fail: [
    {
      name: 'no end',
      data: { ended: 'unfinished', requests: 1, max_requests: 2 },
      message: 'the call did not end on a session that offers elicitation',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
