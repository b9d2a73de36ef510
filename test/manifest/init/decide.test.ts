import { describe, expect, it } from 'vitest';
import type { UsageError } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import type { ListedTool } from '../../../core/manifest/case.js';
import { type Choice, decide, isCandidate } from '../../../core/manifest/decide.js';

const tool = (name: string, annotations?: unknown, inputSchema: JsonObject = { type: 'object' }): ListedTool => ({
  name,
  entry: { name, inputSchema, ...(annotations !== undefined && { annotations }) },
});
const decisions = (tools: readonly ListedTool[], choice: Partial<Choice> = {}): readonly string[] =>
  decide(tools, { confirmReadOnly: false, ...choice }).map(({ decision }) => decision);
const needy = { type: 'object', required: ['q'], properties: { q: { type: 'string' } } };

describe('what is done with a tool', () => {
  it('is not called where arguments are repeated in headers, and a mark for that is invalid', () => {
    const marked = { type: 'object', properties: { q: { type: 'number', 'x-mcp-header': 'Q' } } };
    const tools = [tool('a', { readOnlyHint: true }, marked), tool('b', { readOnlyHint: false }, marked)];
    expect(decisions(tools, { repeatsArguments: true })).toEqual(['left-out', 'writer']);
    expect(decisions(tools)).toEqual(['read-only', 'writer']);
  });

  it.each<[string, unknown, JsonObject | undefined, string, string]>([
    ['a reader', { readOnlyHint: true }, undefined, 'read-only', 'read-only'],
    ['a writer', { readOnlyHint: false }, undefined, 'writer', 'writer'],
    ['a destroyer', { destructiveHint: true }, undefined, 'destructive', 'destructive'],
    ['one that says both', { readOnlyHint: true, destructiveHint: true }, undefined, 'destructive', 'destructive'],
    ['a writer that destroys', { readOnlyHint: false, destructiveHint: true }, undefined, 'destructive', 'destructive'],
    ['one that says nothing', undefined, undefined, 'needs-attestation', 'attested'],
    ['one that only says it destroys nothing', { destructiveHint: false }, undefined, 'needs-attestation', 'attested'],
    [
      'one whose hints are no booleans',
      { readOnlyHint: 'false', destructiveHint: 1 },
      undefined,
      'needs-attestation',
      'attested',
    ],
    ['one whose annotations are no object', 'readOnlyHint', undefined, 'needs-attestation', 'attested'],
    ['a reader with required arguments', { readOnlyHint: true }, needy, 'needs-arguments', 'needs-arguments'],
    ['a writer with required arguments', { readOnlyHint: false }, needy, 'writer', 'writer'],
    [
      'a reader that requires nothing',
      { readOnlyHint: true },
      { type: 'object', required: [] },
      'read-only',
      'read-only',
    ],
    ['a silent one with required arguments', undefined, needy, 'needs-arguments', 'needs-arguments'],
  ])('%s', (_, annotations, schema, plain, attested) => {
    const one = tool('one', annotations, schema);
    expect(decisions([one])).toEqual([plain]);
    expect(decisions([one], { confirmReadOnly: true })).toEqual([attested]);
  });

  it('tools that are not selected are left alone, whatever they say', () => {
    const tools = [
      tool('a', { readOnlyHint: true }),
      tool('b', { destructiveHint: true }),
      tool('c', { readOnlyHint: true }),
    ];
    expect(decisions(tools, { tools: ['c'] })).toEqual(['not-selected', 'not-selected', 'read-only']);
  });

  it('only what reads is called', () => {
    const all = decide([tool('a', { readOnlyHint: true }), tool('b'), tool('c', { readOnlyHint: false })], {
      confirmReadOnly: true,
    });
    expect(all.filter(isCandidate).map(({ tool: { name } }) => name)).toEqual(['a', 'b']);
  });
});

it('every selected tool that cannot be called is told, with the reason', () => {
  const tools = [
    tool('list_notes', { readOnlyHint: true }),
    tool('wipe', { destructiveHint: true }),
    tool('find', undefined, needy),
    tool('go'),
  ];
  const error = (() => {
    try {
      return decide(tools, { tools: ['list_note', 'wipe', 'find', 'go', 'list_notes'], confirmReadOnly: false });
    } catch (thrown) {
      return thrown as UsageError;
    }
  })();
  expect((error as UsageError).problems).toEqual([
    '--tool list_note: the server lists no such tool. Did you mean "list_notes"?',
    '--tool wipe: it is left out: it declares destructiveHint true.',
    '--tool find: it is left out: it has required arguments.',
    '--tool go: it is left out: it does not say that it only reads. --confirm-read-only vouches for such tools.',
  ]);
});
