import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.js';
import { MARKER, measure, READ, TIMEOUT, tool, WRITE } from './server.js';

const about = (name: string) => (checks: readonly { readonly tool: string | null; readonly reason: string }[]) =>
  checks.filter((check) => check.tool === name).map(({ reason }) => reason);

test('a server with nothing to improve scores 100', async () => {
  const run = await measure();
  expect(run.error).toBe(null);
  expect(run.faults).toEqual([]);
  expect(run.checks).toEqual([]);
  expect(run.readiness).toMatchObject({
    standard: 'toolscore-standard/1',
    score: 100,
    attested_read_only: false,
    surface: { tools: 2, read_only: 1, writers: 1, exercised: 1 },
    profile: { confirm_read_only: false, skipped_tools: [], call_timeout_ms: 15_000, repeats: 3 },
  });
  expect(run.readiness?.areas.map(({ name, weight, score }) => [name, weight, score])).toEqual([
    ['protocol', 15, 100],
    ['catalog', 20, 100],
    ['context', 15, 100],
    ['error-honesty', 15, 100],
    ['reliability', 20, 100],
    ['coverage', 15, 100],
  ]);
});

test('every tool is asked in the same order, and a writer never', async () => {
  const run = await measure();
  const own = run.sessions[1]?.sent.map(({ method, params }) => [method, params['name'], params['arguments']]) ?? [];
  expect(own.slice(0, 5)).toEqual([
    ['tools/call', 'read', {}],
    ['ping', undefined, undefined],
    ['tools/call', 'read', { id: 'sample' }],
    ['tools/call', 'read', { id: 'sample' }],
    ['tools/call', 'read', { id: 'sample' }],
  ]);
  expect(own.slice(7).map(([method]) => method)).toEqual([
    'toolscore/no-such-method',
    'ping',
    'tools/call',
    'tools/list',
    'resources/list',
    'prompts/list',
  ]);
  expect(run.calls('write')).toEqual([]);
  // The main session, the battery's, the second client, and one for each of three offers of a version.
  expect(run.openings.map(({ handshake }) => handshake)).toEqual([
    undefined,
    undefined,
    undefined,
    false,
    false,
    false,
  ]);
  expect(run.sessions[0]?.closedTimes).toBeGreaterThan(0);
});

test('every call has fifteen seconds, and at most eight requests of the server are refused', async () => {
  const seen: (readonly unknown[])[] = [];
  const run = await measure(undefined, {
    plugins: [
      {
        name: 'listener',
        apply({ hooks }) {
          hooks.call.tap('listener', ({ plugin, timeoutMs, wire }) => {
            if (plugin === 'readiness') seen.push([timeoutMs, wire?.questions?.max, wire?.strict]);
            return undefined;
          });
        },
      },
    ],
  });
  expect(run.score()).toBe(100);
  expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set(['[15000,8,true]']));
});

test('a tool that cannot be called costs itself only', async () => {
  const run = await measure(
    ({ tool: name, args }) => (name === 'hangs' && args['id'] !== undefined ? TIMEOUT : undefined),
    {
      tools: [tool('hangs'), READ, WRITE],
    },
  );
  expect(about('hangs')(run.checks)).toEqual(['reliability-call-failed', 'coverage-call-failed']);
  expect(about('read')(run.checks)).toEqual([]);
  expect(run.calls('hangs')).toHaveLength(2);
  // 0 for one tool, 100 for the other and for the two cases.
  expect(run.score('reliability')).toBe(75);
  expect(run.score('coverage')).toBe(50);
  expect(run.score('error-honesty')).toBe(100);
});

test('a tool that was answered once counts as exercised, though not all of its calls were completed', async () => {
  let calls = 0;
  const run = await measure(({ tool: name, args }) => {
    if (name !== 'read' || args['id'] === undefined) return undefined;
    calls += 1;
    return calls === 2 ? { kind: 'closed' } : undefined;
  });
  expect(run.readiness?.surface.exercised).toBe(1);
  expect(run.checks).toMatchObject([
    { id: 'reliability.success', tool: 'read', score: 0, observed: 1, reason: 'reliability-call-failed' },
  ]);
  expect(run.readiness?.areas.find(({ name }) => name === 'reliability')?.measurements).toEqual({
    successful_calls: 1,
    tool_errors: 0,
    rpc_errors: 0,
    rejected_calls: 0,
    transport_errors: 1,
    untested_tools: 0,
  });
});

test('tools that declare nothing are called when the operator vouches for them, and others are not', async () => {
  const silent = tool('list_silent', { annotations: undefined });
  const half = tool('list_half', { annotations: { destructiveHint: false } });
  const tools = [silent, half];
  const cautious = await measure(undefined, { tools });
  expect(cautious.calls('list_silent')).toEqual([]);
  expect(cautious.readiness?.attested_read_only).toBe(false);
  const vouched = await measure(undefined, { tools, confirmReadOnly: true });
  expect(vouched.calls('list_silent').length).toBeGreaterThan(0);
  expect(vouched.calls('list_half')).toEqual([]);
  expect(vouched.readiness).toMatchObject({ attested_read_only: true, profile: { confirm_read_only: true } });
});

test('two runs give the same object, byte for byte', async () => {
  const tools = [tool('b'), tool('a', { description: 'short' }), WRITE];
  const [one, two] = [await measure(undefined, { tools }), await measure(undefined, { tools })];
  expect(JSON.stringify(one.readiness)).toBe(JSON.stringify(two.readiness));
  expect(one.readiness).not.toBe(null);
});

test('nothing that the server says is in what was observed', async () => {
  const run = await measure(({ tool: name }) =>
    name === 'read' ? { result: { isError: true, content: [{ type: 'text', text: MARKER }] } } : undefined,
  );
  expect(run.checks.length).toBeGreaterThan(0);
  const { observations, verdicts } = run.report;
  expect(JSON.stringify([observations, verdicts, run.readiness])).not.toContain(MARKER);
});

test('the scorer gives the same numbers as shares', async () => {
  const run = await measure(undefined, { tools: [tool('read', { description: 'short' }), WRITE], scorer: 'readiness' });
  expect(run.score('catalog')).toBe(90);
  expect(run.report.score).toMatchObject({
    scorer: 'readiness',
    value: 0.98,
    parts: { protocol: 1, catalog: 0.9, context: 1, 'error-honesty': 1, reliability: 1, coverage: 1 },
  });
});

test('a rule that the house turned off is not told, and changes no number', async () => {
  const run = await measure(undefined, {
    tools: [tool('read', { description: 'short' }), WRITE],
    rules: { 'catalog-short-description': 'off' },
  });
  expect(run.score('catalog')).toBe(90);
  expect(run.checks).toEqual([]);
});

test('a hostile listing is measured like any other', async () => {
  const deep = (levels: number): JsonObject => {
    let schema: JsonObject = { type: 'string' };
    for (let at = 0; at < levels; at += 1) schema = { type: 'object', properties: { p: schema }, required: ['p'] };
    return schema;
  };
  const loop = { type: 'object', properties: { p: { $ref: '#' } }, required: ['p'] };
  const proto = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}');
  const outputSchema = deep(50_000);
  const schemas: JsonObject[] = [deep(50_000), loop, proto as JsonObject, { type: 7, required: 'all', properties: [] }];
  const run = await measure(
    ({ tool: name }) => (name === 'plain' ? { result: { structuredContent: {} } } : undefined),
    {
      tools: [
        ...schemas.map((inputSchema, at) => ({ ...READ, name: `hostile${at}`, inputSchema })),
        {
          ...READ,
          name: 'plain',
          inputSchema: { type: 'object' },
          outputSchema,
          description: 7,
          annotations: { readOnlyHint: true, destructiveHint: 'no' },
        },
      ],
    },
  );
  expect([run.faults, run.error]).toEqual([[], null]);
  const reasons = (name: string) => run.checks.filter(({ tool: about }) => about === name).map(({ reason }) => reason);
  expect(reasons('hostile0')).toContain('coverage-unsynthesizable');
  expect(reasons('hostile1')).toContain('coverage-unsynthesizable');
  expect(run.calls('hostile2').some((args) => Object.hasOwn(args, '__proto__'))).toBe(true);
  expect(reasons('plain')).toContain('reliability-output-schema-broken');
});
