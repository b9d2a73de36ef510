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

testRule('definition-large', {
  observes: 'tool.listing',
  pass: [
    { name: 'small', data: listing },
    { name: 'just at the limit', data: { ...listing, tokens: 200 } },
    { name: 'a higher limit', data: { ...listing, tokens: 300 }, options: { limit: 300 } },
  ],
  fail: [
    {
      name: 'one above the limit',
      data: { ...listing, tokens: 201 },
      message: "The definition takes about 201 tokens of a model's context in every conversation; above 200 is large.",
      fix: "Shorten the description and the schema, move long guidance into the server's instructions or a resource, or split the tool.",
    },
    {
      name: 'a lower limit',
      data: { ...listing, tokens: 81 },
      options: { limit: 80 },
      message: "The definition takes about 81 tokens of a model's context in every conversation; above 80 is large.",
      fix: "Shorten the description and the schema, move long guidance into the server's instructions or a resource, or split the tool.",
    },
  ],
  inconclusive: [
    {
      name: 'never looked at',
      data: {
        name: 'search_orders',
        nameSnakeCase: true,
        descriptionLength: 31,
        schemaState: 'typed',
        propertyCount: 1,
        requiredDeclared: true,
      },
      missing: 'tokens',
    },
  ],
});
