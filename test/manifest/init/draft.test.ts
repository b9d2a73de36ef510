import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { ListedTool } from '../../../core/manifest/case.js';
import { compactBytes } from '../../../core/manifest/compact-bytes.js';
import type { Survey } from '../../../core/manifest/declaration.js';
import { draftCases, manifestText } from '../../../core/manifest/draft.js';
import { KINDS, problemsOf } from '../format/examples.js';

const tool = (name: string, more: JsonObject = {}): ListedTool => ({
  name,
  entry: { name, inputSchema: { type: 'object' }, ...more },
});
const survey = (tools: readonly ListedTool[], more: Partial<Survey> = {}): Survey => ({
  tools,
  capabilities: { tools: {} },
  callable: tools.map((one) => ({ tool: one, ms: 10 })),
  ...more,
});
const draft = (seen: Survey): readonly JsonObject[] => draftCases(seen, KINDS);
const byId = (seen: Survey, id: string): JsonObject | undefined => draft(seen).find((one) => one['id'] === id);
const idsOf = (seen: Survey): readonly unknown[] => draft(seen).map(({ id }) => id);

/** A tool whose entry has exactly so many bytes. */
function sized(name: string, bytes: number): ListedTool {
  const empty = tool(name, { description: '' });
  return tool(name, { description: 'x'.repeat(bytes - compactBytes(empty.entry)) });
}

describe('cases of the whole server', () => {
  it('are always there, in the order of the kinds', () => {
    expect(idsOf(survey([tool('a')], { callable: [] }))).toEqual([
      'discovery-budget',
      'token-budget',
      'catalog-pagination',
      'protocol-negotiation',
    ]);
    expect(byId(survey([tool('a')]), 'catalog-pagination')).toEqual({
      id: 'catalog-pagination',
      probe: 'pagination',
      access: 'read_only',
      max_pages: 5,
    });
    expect(byId(survey([tool('a')]), 'protocol-negotiation')).toMatchObject({ bogus_version: '2000-01-01' });
  });

  it.each([
    [{ tools: {}, resources: {} }, true],
    [{ prompts: { listChanged: true } }, true],
    [{ tools: {}, completions: {} }, false],
    [undefined, false],
  ])('%j declares surfaces: %s', (capabilities, declared) => {
    const found = byId(survey([tool('a')], { capabilities }), 'declared-surfaces');
    expect(found).toEqual(
      declared ? { id: 'declared-surfaces', probe: 'surface-listing', access: 'read_only', max_pages: 5 } : undefined,
    );
  });

  it('leave room for as many tools and bytes again, within bounds', () => {
    const budget = (tools: readonly ListedTool[]): unknown => byId(survey(tools, { callable: [] }), 'discovery-budget');
    // A list of one has two brackets more than its entry.
    expect(budget([sized('a', 498)])).toMatchObject({ max_tools: 10, max_schema_bytes: 1000 });
    expect(budget([sized('a', 499)])).toMatchObject({ max_tools: 10, max_schema_bytes: 1002 });
    expect(budget([sized('a', 5_000_000)])).toMatchObject({ max_schema_bytes: 10_000_000 });
    const many = (count: number): unknown => budget(Array.from({ length: count }, (_, at) => tool(`t${at}`)));
    expect([many(5), many(6)]).toMatchObject([{ max_tools: 10 }, { max_tools: 12 }]);
    expect(many(5001)).toMatchObject({ max_tools: 10_000 });
  });

  it('leave room for as many tokens again, rounded up, within bounds', () => {
    const budget = (...bytes: readonly number[]): unknown =>
      byId(
        survey(
          bytes.map((size, at) => sized(`t${at}`, size)),
          { callable: [] },
        ),
        'token-budget',
      );
    expect(budget(200)).toMatchObject({ max_total_tokens: 100, max_tool_tokens: 100 });
    expect(budget(201)).toMatchObject({ max_total_tokens: 200, max_tool_tokens: 200 });
    expect(budget(400, 1000)).toMatchObject({ max_total_tokens: 700, max_tool_tokens: 500 });
    expect(budget(4_000_000, 100)).toMatchObject({ max_total_tokens: 1_000_000, max_tool_tokens: 100_000 });
  });
});

describe('cases of a tool that was called', () => {
  it('ask for what it did, and for no more', () => {
    expect(
      draft(survey([tool('a', { outputSchema: { type: 'object' } })])).filter(({ tool: name }) => name === 'a'),
    ).toEqual([
      { id: 'a-contention', probe: 'contention', access: 'read_only', tool: 'a', arguments: {} },
      { id: 'a-guessable', probe: 'schema-guessability', access: 'read_only', tool: 'a', arguments: {} },
      { id: 'a-repeat', probe: 'degradation-over-n', access: 'read_only', tool: 'a', arguments: {}, max_attempts: 5 },
      {
        id: 'a-latency',
        probe: 'latency-budget',
        access: 'read_only',
        tool: 'a',
        arguments: {},
        attempts: 3,
        max_latency_ms: 1000,
      },
      {
        id: 'a-payload',
        probe: 'payload-bounds',
        access: 'read_only',
        tool: 'a',
        arguments: {},
        field: 'payload',
        size_bytes: 1_000_000,
        expect_handled: false,
      },
      { id: 'a-output', probe: 'output-schema', access: 'read_only', tool: 'a', arguments: {} },
    ]);
  });

  it('come for each, but only the first is contended', () => {
    const ids = idsOf(survey([tool('a'), tool('b', { outputSchema: 'none' })]));
    expect(ids.filter((id) => String(id).startsWith('b-'))).toEqual(['b-guessable', 'b-repeat', 'b-latency']);
  });

  it.each([
    [0, 1000],
    [250, 1000],
    [251, 1100],
    [1025, 4100],
    [1026, 4200],
    [15_000, 60_000],
    [15_001, 60_000],
  ])('a call of %i ms gets a budget of %i', (ms, budget) => {
    const seen = survey([tool('a')], { callable: [{ tool: tool('a'), ms }] });
    expect(byId(seen, 'a-latency')).toMatchObject({ max_latency_ms: budget });
  });

  it('oversize the first argument that takes a text, under a name that can stand in a manifest', () => {
    const properties = (given: unknown): JsonObject => ({ inputSchema: { type: 'object', properties: given } });
    const none = tool('a', properties({ n: { type: 'integer' }, 'no name': { type: 'string' } }));
    const text = tool(
      'b',
      properties({ n: { type: 'integer' }, note: { type: ['null', 'string'] }, more: { type: 'string' } }),
    );
    expect(byId(survey([none, text]), 'b-payload')).toMatchObject({ tool: 'b', field: 'note' });
    expect(byId(survey([none, tool('c', properties('x'))]), 'a-payload')).toMatchObject({
      tool: 'a',
      field: 'payload',
    });
  });
});

describe('ids', () => {
  it('that could be none are numbered by kind', () => {
    const long = 'x'.repeat(60);
    const ids = idsOf(survey([tool('1st'), tool(long)]));
    expect(ids).toEqual([
      'case-contention-1',
      'discovery-budget',
      'token-budget',
      'case-schema-guessability-1',
      'case-schema-guessability-2',
      'case-degradation-over-n-1',
      'case-degradation-over-n-2',
      'case-latency-budget-1',
      'case-latency-budget-2',
      'catalog-pagination',
      'case-payload-bounds-1',
      'protocol-negotiation',
    ]);
  });

  it('stand once each', () => {
    const twice = new Map([
      ['one', { access: 'read-only', sandbox: 'no', fields: {}, draft: () => [{ id: 'a', fields: {} }] }],
      [
        'two',
        {
          access: 'read-only',
          sandbox: 'no',
          fields: {},
          draft: () => [
            { id: 'a', fields: {} },
            { id: 'a', fields: {} },
          ],
        },
      ],
    ] as const);
    expect(draftCases(survey([]), twice).map(({ id }) => id)).toEqual(['a', 'case-two-1', 'case-two-2']);
  });
});

it('the text is indented, names the schema and is a valid manifest, whatever the tools are called', async () => {
  const names = ['a', '1', '-x', 'A.b:c', 'y'.repeat(64), 'z'.repeat(128)];
  const tools = names.map((name) => tool(name, { outputSchema: { type: 'object' } }));
  const text = manifestText(draft(survey(tools, { capabilities: { resources: {} } })), './schema.json');
  expect(text.startsWith('{\n  "$schema": "./schema.json",\n  "version": 1,\n  "probes": [\n    {\n      "id": ')).toBe(
    true,
  );
  expect(text.endsWith('}\n')).toBe(true);
  expect(await problemsOf(JSON.parse(text))).toEqual([]);
});
