import { testRule } from '../../core/testing.js';

const clean = { tool: 'save_notes', lists: 1, bare: [], first: '' };

testRule('schema-items-missing', {
  observes: 'tool.lists',
  pass: [{ name: 'a list that says what it holds', data: clean }],
  fail: [
    {
      name: 'a list that does not',
      data: { ...clean, lists: 2, bare: ['plan.steps'], first: 'plan.steps' },
      message:
        'The list "plan.steps" has no items, so that common model APIs refuse the tool, or every tool of the request.',
      fix: 'Declare "items" for plan.steps, such as `{ "type": "string" }`.',
    },
  ],
  inconclusive: [{ name: 'never looked at', data: { tool: 'save_notes', lists: 1, bare: [] }, missing: 'first' }],
});
