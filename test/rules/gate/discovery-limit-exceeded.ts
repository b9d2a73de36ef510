import { testRule } from '../../../core/testing.js';

testRule('discovery-limit-exceeded', {
  observes: 'case.discovery-cost',
  pass: [
    { name: 'both at their limits', data: { tool_count: 3, max_tools: 3, schema_bytes: 900, max_schema_bytes: 900 } },
    { name: 'an empty catalog', data: { tool_count: 0, max_tools: 1, schema_bytes: 2, max_schema_bytes: 2 } },
  ],
  fail: [
    {
      name: 'too many tools',
      data: { tool_count: 4, max_tools: 3, schema_bytes: 900, max_schema_bytes: 900 },
      message: '4 tools with 900 bytes are listed; the limits are 3 tools and 900 bytes',
    },
    {
      name: 'too many bytes',
      data: { tool_count: 3, max_tools: 3, schema_bytes: 901, max_schema_bytes: 900 },
      message: '3 tools with 901 bytes are listed; the limits are 3 tools and 900 bytes',
    },
    {
      name: 'too many of both',
      data: { tool_count: 4, max_tools: 3, schema_bytes: 901, max_schema_bytes: 900 },
      message: '4 tools with 901 bytes are listed; the limits are 3 tools and 900 bytes',
    },
  ],
  inconclusive: [{ name: 'nothing known', data: {}, missing: 'tool_count' }],
});
