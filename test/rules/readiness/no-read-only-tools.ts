import { testRule } from '../../../core/testing.js';
import { SURFACE } from './data.js';

testRule('no-read-only-tools', {
  observes: 'readiness.surface',
  pass: [{ name: 'one reads', data: SURFACE }],
  fail: [
    {
      name: 'all write',
      data: { ...SURFACE, tools: 2, writers: 2, read_only: 0, exercised: 0 },
      message: 'none of the 2 tools can be called without changing something',
    },
  ],
});
