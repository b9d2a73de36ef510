import { deepFreeze } from './json.js';
import type { Tool } from './model.js';

/** A tool with a bit of everything, for running code once before it is needed: a function is slow the first time only. */
export const exampleTool: Tool = deepFreeze({
  index: 0,
  name: 'search_example_records',
  description: 'Searches the records whose title holds a text, and returns the newest first.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Text to look for.' },
      path: { type: 'string', description: 'Where to look.' },
      limit: { type: 'integer', minimum: 1, maximum: 50 },
      ratio: { type: 'number' },
      exact: { type: 'boolean', default: false },
      order: { type: 'string', enum: ['newest', 'oldest'] },
      tags: { type: 'array', items: { type: 'string' } },
      records: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: undefined,
  annotations: { readOnlyHint: true },
});
