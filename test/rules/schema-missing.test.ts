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

testRule('schema-missing', {
  observes: 'tool.listing',
  pass: [
    { name: 'typed', data: listing },
    { name: 'untyped, which is another rule', data: { ...listing, schemaState: 'untyped' } },
  ],
  fail: [
    {
      name: 'no schema, or an empty one',
      data: { ...listing, schemaState: 'missing' },
      message:
        'The input schema is missing or empty, so a model has to guess the arguments and clients may drop the tool.',
      fix: 'Declare an input schema; for a tool without arguments, `{"type": "object", "properties": {}}`.',
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
