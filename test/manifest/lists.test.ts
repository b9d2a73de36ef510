/** Cases about lists, promises and long texts, against a real process: the faults of fixtures/servers/lists.mjs and no others. */

import { beforeAll, describe, expect, test } from 'vitest';
import { kindsAmong } from '../../core/api/manifest-kernel.js';
import { runManifest } from '../../core/api/run-manifest.js';
import type { ProbeCase } from '../../core/documents/types.js';
import type { JsonObject } from '../../core/json.js';
import { parseManifest } from '../../core/manifest/read.js';
import { manifestPlugins } from '../../plugins/manifest.js';
import { fixture } from '../session/odd.js';

/** Enough for a busy machine; only cases that wait for silence take as long. */
const TIMEOUT_MS = 5000;
const kinds = kindsAmong(manifestPlugins);
const CALL = { tool: 'read', arguments: { word: 'marker' } };
const PAYLOAD = { ...CALL, field: 'text', size_bytes: 1_000_000, expect_handled: false };

const CASES = {
  'discovery-cost': { max_tools: 3, max_schema_bytes: 1000 },
  'token-cost': { max_total_tokens: 250, max_tool_tokens: 100 },
  'degradation-over-n': { ...CALL, max_attempts: 5 },
  'latency-budget': { ...CALL, attempts: 2, max_latency_ms: 60_000 },
  pagination: { max_pages: 5 },
  'payload-bounds': PAYLOAD,
  'surface-listing': { max_pages: 5 },
  'output-schema': { ...CALL, tool: 'promise' },
} as const;
type Kind = keyof typeof CASES;
const KINDS = Object.keys(CASES) as Kind[];
type Ending = readonly [reason: string | null, firstFailure: number | null];
const PASSED: Ending = [null, null];

/** Faults that may come together, because each concerns another kind, and how the case of that kind ends. */
const TOGETHER: readonly Partial<Record<Kind, readonly [fault: string, ...Ending]>>[] = [
  {
    'degradation-over-n': ['third-call', 'unexpected-outcome', 3],
    pagination: ['tool-twice', 'pagination-duplicate-tool', 2],
    'payload-bounds': ['line-kills', 'payload-unhandled', 1],
    'surface-listing': ['resources-refused', 'surface-invalid-envelope', 1],
    'output-schema': ['output-missing', 'output-schema-declared-but-missing', 1],
  },
  {
    'payload-bounds': ['line-odd-code', 'payload-unhandled', 1],
    'surface-listing': ['resources-page-refused', 'surface-invalid-envelope', 2],
    'output-schema': ['output-incomplete', 'output-schema-field-missing', 1],
  },
  {
    'payload-bounds': ['line-no-json', ...PASSED],
    'surface-listing': ['prompts-unlisted', 'surface-invalid-envelope', 1],
    'output-schema': ['output-invalid', 'output-schema-invalid-result', 1],
  },
  {
    'payload-bounds': ['line-deafens', 'payload-unhandled', 1],
    'surface-listing': ['prompts-endless', 'surface-stalled-cursor', 6],
    'output-schema': ['output-schema-broken', 'output-schema-invalid-result', 1],
  },
  { 'surface-listing': ['prompts-silent', 'surface-invalid-envelope', 1] },
  { 'surface-listing': ['surfaces-undeclared', ...PASSED] },
];

const caseOf = (probe: Kind, more: JsonObject = {}): JsonObject => ({
  id: probe,
  probe,
  access: 'read_only',
  ...CASES[probe],
  ...more,
});
/** Shows what an earlier case left behind. */
const AFTERWARDS = caseOf('degradation-over-n', { id: 'afterwards', tool: 'plain', max_attempts: 2 });

async function evaluate(
  faults: readonly string[],
  era: string,
  probes: readonly JsonObject[],
  timeout_ms = TIMEOUT_MS,
) {
  const text = JSON.stringify({ version: 1, timeout_ms, probes: [...probes, AFTERWARDS] });
  const manifest = await parseManifest(Buffer.from(text), 'manifest.json', kinds);
  const target = { kind: 'stdio', command: [process.execPath, fixture('lists.mjs'), era, ...faults] } as const;
  const { document, faults: broken } = await runManifest({ target, server: 'local', manifest });
  expect(broken).toEqual([]);
  expect(JSON.stringify(document)).not.toMatch(/marker|(\w)\1{20}/);
  return document.cases;
}

const endings = (cases: readonly ProbeCase[]): unknown =>
  Object.fromEntries(cases.map(({ id, reason, first_failure: at }) => [id, [reason, at]]));

/** One case against a server without a fault; what came of it, and of the case after it. */
async function one(given: JsonObject) {
  const cases = await evaluate([], 'initialize', [given]);
  return { found: cases[0], endings: cases.map(({ reason, first_failure: at }) => [reason, at]) };
}

beforeAll(() => evaluate([], 'initialize', []));

/** The initialize era has a matrix of its own. */
describe.each(['stateless'])('%s', (era) => {
  test('a server without a fault passes everything', async () => {
    const cases = await evaluate(
      [],
      era,
      KINDS.map((kind) => caseOf(kind)),
    );
    expect(endings(cases)).toEqual(Object.fromEntries([...KINDS, 'afterwards'].map((id) => [id, PASSED])));
    expect(cases.map(({ attempts }) => attempts)).toEqual([1, 1, 5, 2, 2, 1, 1, 1, 2]);
    const measured = Object.fromEntries(cases.map(({ id, measurements }) => [id, measurements]));
    expect(measured['pagination']).toEqual({ tool_count: 3, pages: 2 });
    expect(measured['surface-listing']).toEqual({ tool_count: 6 });
    expect(measured['token-cost']).toMatchObject({
      tool_count: 3,
      per_tool: [{ tool: 'promise' }, { tool: 'plain' }, { tool: 'read' }],
    });
  });

  test.each(TOGETHER)('each fault has its label, and the next case is not affected: %j', async (together) => {
    const each = Object.entries(together);
    const cases = await evaluate(
      each.map(([, [fault]]) => fault),
      era,
      each.map(([kind]) => caseOf(kind as Kind)),
    );
    const expected = each.map(([kind, [, ...ending]]) => [kind, ending]);
    expect(endings(cases)).toEqual({ ...Object.fromEntries(expected), afterwards: PASSED });
  });

  test('a server that ends on every call leaves every case that calls incomplete', async () => {
    const cases = await evaluate(['crash'], era, [caseOf('output-schema'), caseOf('latency-budget')]);
    expect(cases.map(({ reason }) => reason)).toEqual(['transport-closed', 'transport-closed', 'transport-closed']);
    expect(cases.map(({ attempts, first_failure: at }) => [attempts, at])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
  });
});

test.each<readonly [string, Ending, Ending]>([
  ['line-no-json', PASSED, ['unexpected-outcome', 1]],
  ['line-any', PASSED, ['unexpected-outcome', 1]],
  ['text-flagged', PASSED, ['unexpected-outcome', 1]],
  ['text-echoed', PASSED, PASSED],
  ['text-hangs', ['payload-unhandled', 1], ['payload-unhandled', 1]],
])('a long text with %s ends as %j, and as %j where a success is demanded', async (fault, lenient, demanding) => {
  const faults = [fault, ...(fault.startsWith('text-') ? ['line-any'] : [])];
  const demand = caseOf('payload-bounds', { id: 'demanding', expect_handled: true });
  const cases = await evaluate(faults, 'initialize', [caseOf('payload-bounds'), demand]);
  expect(endings(cases)).toEqual({ 'payload-bounds': lenient, demanding, afterwards: PASSED });
  for (const { measurements } of cases.slice(0, 2)) expect(Object.keys(measurements)).toEqual(['latency_ms']);
});

test('the longest text there is reaches the server, and comes back when it repeats it', async () => {
  const given = caseOf('payload-bounds', { size_bytes: 16_000_000, expect_handled: true });
  const cases = await evaluate(['line-any', 'text-echoed'], 'initialize', [given], 60_000);
  expect(endings(cases)).toEqual({ 'payload-bounds': PASSED, afterwards: PASSED });
});

test('an answer with no id counts for nothing but an oversized call', async () => {
  const cases = await evaluate(['id-null'], 'initialize', [caseOf('degradation-over-n'), caseOf('output-schema')]);
  expect(cases.map(({ reason }) => reason)).toEqual(['transport-error', 'transport-error', 'transport-error']);
});

test.each([
  ['discovery-cost', { max_tools: 2 }, { bound: 'max_tools', limit: 2, observed: 3 }],
  ['discovery-cost', { max_schema_bytes: 100 }, { bound: 'max_schema_bytes', limit: 100 }],
  ['token-cost', { max_total_tokens: 60, max_tool_tokens: 60 }, { bound: 'max_total_tokens', limit: 60 }],
  ['token-cost', { max_tool_tokens: 20 }, { bound: 'max_tool_tokens', limit: 20 }],
] as const)('%s beyond %j is told with its bound', async (kind, fields, detail) => {
  const { found } = await one(caseOf(kind, fields));
  expect(found).toMatchObject({ passed: false, attempts: 1, first_failure: 1, detail });
});

test('a loop of pages leaves the other cases without a catalog', async () => {
  const cases = await evaluate(['tools-endless'], 'initialize', [caseOf('pagination'), caseOf('discovery-cost')]);
  expect(endings(cases)).toEqual({
    pagination: ['pagination-stalled-cursor', 6],
    'discovery-cost': ['transport-error', null],
    afterwards: ['transport-error', null],
  });
  expect(cases[0]?.detail).toEqual({ bound: 'max_pages', limit: 5, observed: 6 });
});

test.each(['tools-page-refused', 'entry-invalid'])('so does a broken second page: %s', async (fault) => {
  const cases = await evaluate([fault], 'initialize', [caseOf('degradation-over-n'), caseOf('pagination')]);
  expect(endings(cases)).toEqual({
    'degradation-over-n': ['transport-error', null],
    pagination: ['pagination-invalid-entry', 2],
    afterwards: ['transport-error', null],
  });
});

test('a call slower than the timeout is measured against its budget', async () => {
  const slow = { arguments: { slow: TIMEOUT_MS + 500 }, max_latency_ms: TIMEOUT_MS };
  const { found, endings: both } = await one(caseOf('latency-budget', slow));
  expect(both).toEqual([['latency-budget-exceeded', 1], PASSED]);
  expect(found?.detail).toMatchObject({ bound: 'max_latency_ms', limit: TIMEOUT_MS });
});
