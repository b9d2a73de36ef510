import { testRule } from '../../core/testing.js';

const clean = { tool: 'list_notes', undeclared: [], first: '' };

testRule('argument-undeclared', {
  observes: 'tool.named-arguments',
  pass: [{ name: 'nothing that is missing', data: clean }],
  fail: [
    {
      name: 'a name that the schema lacks',
      data: { ...clean, undeclared: ['max_results'], first: 'max_results' },
      message: 'The description names the argument "max_results", which the input schema does not have.',
    },
  ],
  inconclusive: [{ name: 'never looked at', data: { tool: 'list_notes', undeclared: [] }, missing: 'first' }],
});
