import { testRule } from '../../../core/testing.js';
import { CATALOG } from './data.js';

testRule('catalog-read-only-undeclared', {
  observes: 'readiness.catalog',
  pass: [{ name: 'declared', data: CATALOG }],
  fail: [
    {
      name: 'undeclared',
      data: { ...CATALOG, read_only_declared: false },
      message: 'read does not declare readOnlyHint',
    },
  ],
});
