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

testRule('schema-untyped', {
  observes: 'tool.listing',
  pass: [
    { name: 'typed', data: listing },
    { name: 'missing, which is another rule', data: { ...listing, schemaState: 'missing' } },
  ],
  fail: [
    {
      name: 'properties and no type',
      data: { ...listing, schemaState: 'untyped' },
      message: 'The input schema has no `type`; strict clients reject such a tool.',
      fix: 'Add `"type": "object"` to the top of the input schema.',
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
        propertyCount: 1,
        requiredDeclared: true,
      },
      missing: 'schemaState',
    },
  ],
});
