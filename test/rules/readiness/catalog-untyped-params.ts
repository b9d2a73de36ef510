import { testRule } from '../../../core/testing.js';
import { CATALOG } from './data.js';

testRule('catalog-untyped-params', {
  observes: 'readiness.catalog',
  pass: [
    { name: 'all typed', data: CATALOG },
    { name: 'no inputs', data: { ...CATALOG, properties: 0 } },
  ],
  fail: [
    {
      name: 'one is not',
      data: { ...CATALOG, properties: 2, untyped: 1 },
      message: '1 of 2 inputs of read have no type',
    },
  ],
});
