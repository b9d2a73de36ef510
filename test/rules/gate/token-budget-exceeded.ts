import { testRule } from '../../../core/testing.js';

testRule('token-budget-exceeded', {
  observes: 'case.token-cost',
  pass: [
    {
      name: 'both at their budgets',
      data: { total_tokens: 300, max_total_tokens: 300, heaviest_tokens: 200, max_tool_tokens: 200 },
    },
    {
      name: 'an empty catalog',
      data: { total_tokens: 0, max_total_tokens: 1, heaviest_tokens: 0, max_tool_tokens: 1 },
    },
  ],
  fail: [
    {
      name: 'too heavy in all',
      data: { total_tokens: 301, max_total_tokens: 300, heaviest_tokens: 200, max_tool_tokens: 200 },
      message: 'the catalog is estimated at 301 tokens and its heaviest tool at 200; the budgets are 300 and 200',
    },
    {
      name: 'one tool too heavy',
      data: { total_tokens: 300, max_total_tokens: 300, heaviest_tokens: 201, max_tool_tokens: 200 },
      message: 'the catalog is estimated at 300 tokens and its heaviest tool at 201; the budgets are 300 and 200',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'total_tokens' }],
});
