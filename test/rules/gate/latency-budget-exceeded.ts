import { testRule } from '../../../core/testing.js';

testRule('latency-budget-exceeded', {
  observes: 'case.latency-budget',
  pass: [
    { name: 'exactly the budget', data: { succeeded: true, slowest_ms: 100, max_latency_ms: 100 } },
    { name: 'nothing at all', data: { succeeded: true, slowest_ms: 0, max_latency_ms: 1 } },
    { name: 'an error, however slow', data: { succeeded: false, slowest_ms: 500, max_latency_ms: 100 } },
  ],
  fail: [
    {
      name: 'slower than the budget',
      data: { succeeded: true, slowest_ms: 101, max_latency_ms: 100 },
      message: 'a call took 101 ms; the budget is 100 ms',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'succeeded' }],
});
