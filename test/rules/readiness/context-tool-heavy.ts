import { testRule } from '../../../core/testing.js';
import { CONTEXT } from './data.js';

testRule('context-tool-heavy', {
  observes: 'readiness.context',
  pass: [{ name: 'exactly at the limit', data: { ...CONTEXT, heaviest_tool_tokens: 500 } }],
  fail: [
    {
      name: 'one above the limit',
      data: { ...CONTEXT, heaviest_tool_tokens: 501 },
      message: 'the heaviest tool takes an estimated 501 tokens; up to 500 cost no points',
    },
  ],
});
