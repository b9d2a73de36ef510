import { testRule } from '../../../core/testing.js';

testRule('elicitation-request-flood', {
  observes: 'case.elicitation',
  pass: [
    { name: 'a success', data: { ended: 'success', requests: 1, max_requests: 2 } },
    { name: 'a tool error', data: { ended: 'tool-error', requests: 1, max_requests: 2 } },
    { name: 'a protocol error', data: { ended: 'protocol-error', requests: 1, max_requests: 2 } },
    { name: 'no end', data: { ended: 'unfinished', requests: 1, max_requests: 2 } },
    { name: 'as many as allowed', data: { ended: 'success', requests: 2, max_requests: 2 } },
  ],
  fail: [
    {
      name: 'stopped',
      data: { ended: 'stopped', requests: 3, max_requests: 2 },
      message: 'the server made 3 requests during one call; the limit is 2',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'ended' }],
});
