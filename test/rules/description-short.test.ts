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

testRule('description-short', {
  observes: 'tool.listing',
  pass: [
    { name: 'one short sentence', data: listing },
    { name: 'just long enough', data: { ...listing, descriptionLength: 10 } },
    { name: 'empty, which is another rule', data: { ...listing, descriptionLength: 0 } },
    { name: 'a lower limit', data: { ...listing, descriptionLength: 5 }, options: { minimum: 5 } },
  ],
  fail: [
    {
      name: 'one below the limit',
      data: { ...listing, descriptionLength: 9 },
      message: 'The description is too short to tell a model when to use this tool: 9 of at least 10 characters.',
      fix: 'Write a full sentence that says what the tool does, when to choose it and what it returns.',
    },
    {
      name: 'a single character',
      data: { ...listing, descriptionLength: 1 },
      message: 'The description is too short to tell a model when to use this tool: 1 of at least 10 characters.',
      fix: 'Write a full sentence that says what the tool does, when to choose it and what it returns.',
    },
    {
      name: 'a higher limit',
      data: { ...listing, descriptionLength: 39 },
      options: { minimum: 40 },
      message: 'The description is too short to tell a model when to use this tool: 39 of at least 40 characters.',
      fix: 'Write a full sentence that says what the tool does, when to choose it and what it returns.',
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
