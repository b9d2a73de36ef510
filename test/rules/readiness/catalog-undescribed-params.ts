import { testRule } from '../../../core/testing.js';
import { CATALOG } from './data.js';

testRule('catalog-undescribed-params', {
  observes: 'readiness.catalog',
  pass: [
    { name: 'all described', data: CATALOG },
    { name: 'no inputs', data: { ...CATALOG, properties: 0 } },
  ],
  fail: [
    {
      name: 'one is not',
      data: { ...CATALOG, properties: 3, undescribed: 1 },
      message: '1 of 3 inputs of read have no description',
    },
  ],
});
