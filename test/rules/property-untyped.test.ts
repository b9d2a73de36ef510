import { testRule } from '../../core/testing.js';

const property = { tool: 'search_orders', property: 'query', shaped: true };

testRule('property-untyped', {
  observes: 'tool.property',
  pass: [{ name: 'a type', data: property }],
  fail: [
    {
      name: 'a bare description',
      data: { ...property, shaped: false },
      message: 'The property "query" declares no type, so a model has to guess what to send.',
      fix: 'Give "query" a `type`, an `enum`, a `const` or a `$ref`.',
    },
  ],
  inconclusive: [{ name: 'never looked at', data: { tool: 'search_orders', property: 'query' }, missing: 'shaped' }],
});
