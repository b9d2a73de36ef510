/** The files of a new rule: an example that holds, to be changed part by part. */

import type { NewFile } from './new-file.js';

/** The rule that stands in every example. */
export interface RuleExample {
  readonly id: string;
  readonly since: string;
  /** What its test calls it: an expression. */
  readonly reference: string;
}

export function ruleFiles({ id, since, reference }: RuleExample): readonly NewFile[] {
  return [
    { path: `rules/${id}.yaml`, text: rule(id, since) },
    { path: `rules/${id}.md`, text: page(id) },
    { path: `test/${id}.test.mjs`, text: test(reference) },
  ];
}

function rule(id: string, since: string): string {
  return `# An example that holds. Put your own rule in its place, one part at a time, and keep the id.
id: ${id}
title: Tool has few parameters
failure: Tool has many parameters
severity: warning
confidence: high
since: ${since}
observes: tool.listing
requires: [name, propertyCount]
options: { limit: 8 }
when: # true means "report this"
  '>': [{ var: propertyCount }, { var: options.limit }]
message: '{{name}} has {{propertyCount}} parameters; above {{options.limit}} a model mixes them up.'
fix: Split {{name}} into tools that do one thing each, and drop parameters that nobody sets.
`;
}

function page(id: string): string {
  return `# ${id}

## Why it matters

A model fills in every parameter from its name and its description. The more there are, the more often it sets one that
belongs to another task.

## What is reported

A tool with more than eight parameters:

\`\`\`json
{ "name": "orders", "inputSchema": { "properties": { "a": {}, "b": {}, "c": {}, "d": {}, "e": {}, "f": {}, "g": {}, "h": {}, "i": {} } } }
\`\`\`

This passes:

\`\`\`json
{ "name": "find_orders", "inputSchema": { "properties": { "customer": {}, "since": {} } } }
\`\`\`

## How to fix it

Make a tool of each task, with the parameters that this task needs:

\`\`\`ts
server.registerTool('find_orders', { inputSchema: { customer: z.string(), since: z.string().optional() } }, findOrders);
server.registerTool('cancel_order', { inputSchema: { id: z.string() } }, cancelOrder);
\`\`\`

## When to turn it off

When a form of another system dictates the parameters. What is lost is the reminder to keep them few.

## References

- Model Context Protocol, [Tools](https://modelcontextprotocol.io/specification/2025-11-25/server/tools)
`;
}

function test(reference: string): string {
  return `import { testRule } from 'toolscore/testing';

const tool = {
  name: 'orders',
  nameSnakeCase: true,
  descriptionLength: 31,
  tokens: 80,
  schemaState: 'typed',
  propertyCount: 3,
  requiredDeclared: true,
};

testRule(${reference}, {
  observes: 'tool.listing',
  pass: [
    { name: 'three parameters', data: tool },
    { name: 'as many as the limit', data: { ...tool, propertyCount: 8 } },
  ],
  fail: [
    {
      name: 'one more than the limit',
      data: { ...tool, propertyCount: 9 },
      message: 'orders has 9 parameters; above 8 a model mixes them up.',
    },
  ],
  inconclusive: [{ name: 'never counted', data: { name: 'orders' }, missing: 'propertyCount' }],
});
`;
}
