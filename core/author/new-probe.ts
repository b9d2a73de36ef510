/** The files of a new probe: what it observes, the rule that judges that, and a test of both. */

import type { NewFile } from './new-file.js';

export interface ProbeExample {
  readonly name: string;
  /** Of the observation. */
  readonly kind: string;
  readonly since: string;
  /** What the test calls its rule: an expression. */
  readonly reference: string;
}

/** The rule that comes with a probe. */
export const ruleOfProbe = (name: string): string => `${name}-large`;

export function probeFiles(example: ProbeExample): readonly NewFile[] {
  const { name } = example;
  const id = ruleOfProbe(name);
  return [
    { path: `probes/${name}.ts`, text: probe(example) },
    { path: `rules/${id}.yaml`, text: rule(id, example) },
    { path: `rules/${id}.md`, text: page(id) },
    { path: `test/${name}.test.mjs`, text: test(example) },
  ];
}

function probe({ name, kind }: ProbeExample): string {
  return `/** Calls each tool that it may call, once, and measures how large the answer is. */

import { defineProbe } from 'toolscore';

declare module 'toolscore' {
  interface ObservationMap {
    '${kind}': { name: string; characters: number };
  }
}

export default defineProbe({
  name: '${name}',
  summary: 'Calls each read-only tool once and measures its answer.',
  subject: 'tool',
  effects: 'call',
  emits: {
    '${kind}': {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'characters'],
      properties: { name: { type: 'string' }, characters: { type: 'integer', minimum: 0 } },
    },
  },
  async observe({ subject, call, mayCall, emit, inconclusive, skipped }) {
    const { name, tool } = subject;
    const permitted = mayCall(tool);
    if (!permitted.allowed) return skipped('${kind}', permitted.reason);
    const args = await subject.sampleArguments();
    if (args === undefined) return inconclusive('${kind}', \`no valid arguments could be made for \${name}\`);
    const { ok, result } = await call('tools/call', { name, arguments: args });
    if (!ok) return inconclusive('${kind}', \`\${name} gave no result\`); // why it did not is another rule's business
    emit('${kind}', { name, characters: JSON.stringify(result).length });
  },
});
`;
}

function rule(id: string, { kind, since }: ProbeExample): string {
  return `id: ${id}
title: Tool answers in a size that a model can read
failure: Tool answers more than a model can read
severity: warning
confidence: medium
since: ${since}
observes: ${kind}
requires: [name, characters]
options: { limit: 40000 }
when: # true means "report this"
  '>': [{ var: characters }, { var: options.limit }]
message: '{{name}} answered with {{characters}} characters; above {{options.limit}} little room is left for the task.'
fix: Give {{name}} a limit or a cursor, and answer with what a model asks for first.
`;
}

function page(id: string): string {
  return `# ${id}

## Why it matters

Every answer of a tool goes into the context of the model, and stays there. A large one drives out what the task is about.

## What is reported

A tool whose answer has more than 40,000 characters of JSON. This passes:

\`\`\`json
{ "content": [{ "type": "text", "text": "3 of 120 orders; ask for the next page with cursor 3" }] }
\`\`\`

## How to fix it

Answer with the first page, and say how to get the next one:

\`\`\`ts
const page = orders.slice(from, from + 20);
return { content: [{ type: 'text', text: JSON.stringify({ page, next: from + 20 }) }] };
\`\`\`

## When to turn it off

When the answers are read by a program. What is lost is the warning before a model gets them.

## References

- Model Context Protocol, [Tool results](https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result)
`;
}

function test({ name, kind, reference }: ProbeExample): string {
  return `import { reply, testProbe, testRule } from 'toolscore/testing';

const probe = new URL('../probes/${name}.ts', import.meta.url);
const reads = { name: 'read_log', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };

testProbe(probe, {
  tools: [reads],
  cases: [
    {
      name: 'measures what comes back',
      answers: { read_log: reply.result({ content: [] }) },
      observations: [{ kind: '${kind}', data: { name: 'read_log', characters: 14 } }],
    },
    {
      name: 'says so when nothing comes back',
      answers: { read_log: reply.silence() },
      observations: [{ kind: '${kind}', state: 'inconclusive', reason: 'read_log gave no result' }],
    },
    {
      name: 'leaves alone what writes',
      tools: [{ ...reads, name: 'clear_log', annotations: { readOnlyHint: false } }],
      observations: [
        {
          kind: '${kind}',
          state: 'skipped',
          reason: 'not read-only, and ${name} declares that it only reads',
        },
      ],
    },
  ],
});

testRule(${reference}, {
  observes: '${kind}',
  schema: probe,
  pass: [{ name: 'as much as the limit', data: { name: 'read_log', characters: 40000 } }],
  fail: [
    {
      name: 'more than the limit',
      data: { name: 'read_log', characters: 40001 },
      message: 'read_log answered with 40001 characters; above 40000 little room is left for the task.',
    },
  ],
});
`;
}
