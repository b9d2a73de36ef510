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

testRule('required-undeclared', {
  observes: 'tool.listing',
  pass: [
    { name: 'a list', data: listing },
    { name: 'no list, but nothing to require', data: { ...listing, propertyCount: 0, requiredDeclared: false } },
  ],
  fail: [
    {
      name: 'a property and no list',
      data: { ...listing, requiredDeclared: false },
      message:
        'The input schema has properties but no `required` list, so a model cannot tell which arguments it must send.',
      fix: 'Add `required` with the names a call cannot do without, or an empty list when every argument is optional.',
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        name: 'search_orders',
        nameSnakeCase: true,
        descriptionLength: 31,
        tokens: 80,
        schemaState: 'typed',
        propertyCount: 1,
      },
      missing: 'requiredDeclared',
    },
  ],
});
