import { testRule } from '../../../core/testing.js';
import { CATALOG } from './data.js';

testRule('catalog-no-output-schema', {
  observes: 'readiness.catalog',
  pass: [{ name: 'declared', data: CATALOG }],
  fail: [
    {
      name: 'undeclared',
      data: { ...CATALOG, output_schema_declared: false },
      message: 'read declares no output schema',
    },
  ],
});
