import { testRule } from '../../core/testing.js';

const listing = {
  name: 'search_orders',
  nameSnakeCase: true,
  descriptionLength: 31,
  tokens: 80,
  schemaState: 'typed',
  propertyCount: 1,
  requiredDeclared: true,
};

testRule('description-missing', {
  observes: 'tool.listing',
  pass: [
    { name: 'one short sentence', data: listing },
    { name: 'one character', data: { ...listing, descriptionLength: 1 } },
  ],
  fail: [
    {
      name: 'an empty or blank description',
      data: { ...listing, descriptionLength: 0 },
      message: 'The description is empty, so a model cannot tell when to use this tool.',
      fix: 'Write one or two sentences that say what the tool does, when to choose it and what it returns.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        name: 'search_orders',
        nameSnakeCase: true,
        tokens: 80,
        schemaState: 'typed',
        propertyCount: 1,
        requiredDeclared: true,
      },
      missing: 'descriptionLength',
    },
  ],
});
