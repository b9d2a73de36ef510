import { testRule } from '../../../core/testing.js';
import { SURFACE } from './data.js';

testRule('honesty-untestable', {
  observes: 'readiness.surface',
  pass: [{ name: 'one judged', data: SURFACE }],
  fail: [
    {
      name: 'none',
      data: { ...SURFACE, judged: 0 },
      message: 'no tool that may be called has an input schema that refuses anything',
    },
  ],
});
