import { testRule } from '../../../core/testing.js';
import { SURFACE } from './data.js';

testRule('reliability-none-exercised', {
  observes: 'readiness.surface',
  pass: [{ name: 'one exercised', data: SURFACE }],
  fail: [{ name: 'none', data: { ...SURFACE, exercised: 0 }, message: 'no tool had a successful call' }],
});
