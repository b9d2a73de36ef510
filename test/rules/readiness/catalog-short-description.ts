import { testRule } from '../../../core/testing.js';
import { CATALOG } from './data.js';

testRule('catalog-short-description', {
  observes: 'readiness.catalog',
  pass: [{ name: 'exactly 40', data: { ...CATALOG, description_length: 40 } }],
  fail: [
    {
      name: '39',
      data: { ...CATALOG, description_length: 39 },
      message: 'the description of read has 39 characters; 40 are asked for',
    },
  ],
});
