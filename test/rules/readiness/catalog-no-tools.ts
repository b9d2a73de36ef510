import { testRule } from '../../../core/testing.js';
import { SURFACE } from './data.js';

testRule('catalog-no-tools', {
  observes: 'readiness.surface',
  pass: [{ name: 'one tool', data: SURFACE }],
  fail: [
    {
      name: 'none',
      data: { ...SURFACE, tools: 0, writers: 0, read_only: 0, exercised: 0, judged: 0 },
      message: 'the server lists no tools',
    },
  ],
});
