import { testRule } from '../../../core/testing.js';
import { CONTEXT } from './data.js';

testRule('context-catalog-heavy', {
  observes: 'readiness.context',
  pass: [{ name: 'exactly at the limit', data: { ...CONTEXT, catalog_tokens: 2000 } }],
  fail: [
    {
      name: 'one above the limit',
      data: { ...CONTEXT, catalog_tokens: 2001 },
      message: 'the catalog takes an estimated 2001 tokens; up to 2000 cost no points',
    },
  ],
});
