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

testRule('name-not-snake-case', {
  observes: 'tool.listing',
  pass: [{ name: 'lower-case words', data: listing }],
  fail: [
    {
      name: 'hyphens',
      data: { ...listing, name: 'search-orders', nameSnakeCase: false },
      message: 'The name is not snake_case: a lower-case letter, then lower-case letters, digits or underscores.',
      fix: 'Rename the tool to lower-case words joined by underscores, such as `search_notes`.',
    },
    {
      name: 'no name at all',
      data: { ...listing, name: '', nameSnakeCase: false },
      message: 'The name is not snake_case: a lower-case letter, then lower-case letters, digits or underscores.',
      fix: 'Rename the tool to lower-case words joined by underscores, such as `search_notes`.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        name: 'search_orders',
        descriptionLength: 31,
        tokens: 80,
        schemaState: 'typed',
        propertyCount: 1,
        requiredDeclared: true,
      },
      missing: 'nameSnakeCase',
    },
  ],
});
