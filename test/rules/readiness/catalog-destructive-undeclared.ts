import { testRule } from '../../../core/testing.js';
import { CATALOG } from './data.js';

testRule('catalog-destructive-undeclared', {
  observes: 'readiness.catalog',
  pass: [
    { name: 'declared', data: { ...CATALOG, writer: true, destructive_declared: true } },
    { name: 'no writer', data: CATALOG },
  ],
  fail: [
    {
      name: 'undeclared',
      data: { ...CATALOG, writer: true },
      message: 'read writes and does not declare destructiveHint',
    },
  ],
});
