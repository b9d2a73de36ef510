import { testRule } from '../../core/testing.js';

const name = { tool: 'search_orders', property: 'query', declared: true };

testRule('required-unknown', {
  observes: 'tool.required-name',
  pass: [{ name: 'declared', data: name }],
  fail: [
    {
      name: 'not under properties',
      data: { ...name, property: 'q', declared: false },
      message: '`required` names "q", which `properties` does not declare.',
      fix: 'Declare "q" under `properties`, or take it out of `required`.',
    },
  ],
  inconclusive: [{ name: 'never looked at', data: { tool: 'search_orders', property: 'query' }, missing: 'declared' }],
});
