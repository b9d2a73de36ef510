/** Documents for tests: a run with every outcome, made by the kernel, and documents that somebody else may have written. */

import type { ManifestCase } from '../../core/manifest/case.js';
import type { Observation, Report } from '../../core/model.js';
import type { Plugin } from '../../core/define.js';
import type { ProbeCase, ProbeReport } from '../../core/documents/types.js';
import { caseOf, runCases } from '../manifest/run.js';

/** Stands in everything that a server or a manifest says, and in no document. */
export const MARKER = 'QUIETWORD';

const TOOLS = ['read_status', 'search', 'slow', 'silent'].map((name) => ({
  name,
  description: `${MARKER} ${name}`.repeat(name === 'search' ? 20 : 1),
  inputSchema: { type: 'object', properties: { q: { type: 'string', description: MARKER } } },
}));

const ARGUMENTS = { q: MARKER };
const IDLE = { outcome: 'ok', equals_paths: { '/structuredContent/state': 'idle' } };

/** One case of each outcome, in the order of the manifest. */
export const CASES: readonly ManifestCase[] = [
  caseOf('discovery-cost', { max_tools: 10, max_schema_bytes: 10_000 }, { id: 'small-catalog', line: 4 }),
  caseOf('degradation-over-n', { tool: 'search', arguments: ARGUMENTS, max_attempts: 3 }, { id: 'repeats', line: 6 }),
  caseOf(
    'latency-budget',
    { tool: 'slow', arguments: ARGUMENTS, attempts: 3, max_latency_ms: 100 },
    { id: 'quick', line: 9 },
  ),
  caseOf('token-cost', { max_total_tokens: 200 }, { id: 'cheap', line: 12 }),
  caseOf(
    'instruction-fidelity',
    { tool: 'silent', arguments: ARGUMENTS, expect: { outcome: 'ok' } },
    { id: 'answers', line: 14 },
  ),
  caseOf(
    'workflow',
    {
      repetitions: 2,
      steps: [
        { tool: 'read_status', arguments: ARGUMENTS, expect: IDLE },
        { tool: 'search', arguments: ARGUMENTS, expect: { outcome: 'ok' } },
        { tool: 'read_status', arguments: ARGUMENTS, expect: IDLE },
      ],
    },
    { id: 'status-after-search', primaryTool: 'read_status', tools: ['read_status', 'search'], line: 18 },
  ),
].map((one, index) => ({ ...one, index }));

/** The status stays idle for two searches of a session; after that a search spoils it. */
function serve(): Parameters<typeof runCases>[1] {
  const searches = new Map<number, number>();
  return (method, params, session) => {
    const tool = method === 'tools/call' ? params['name'] : undefined;
    const content = [{ type: 'text', text: MARKER }];
    if (tool === 'silent') return { kind: 'timeout' };
    if (tool === 'slow') return { ms: 250.7, result: { content } };
    if (tool === 'search') searches.set(session, (searches.get(session) ?? 0) + 1);
    const state = (searches.get(session) ?? 0) < 2 ? 'idle' : MARKER;
    return { ms: 1, result: { content, structuredContent: { state } } };
  };
}

/** The kernel's report of a run of `CASES`, as if they stood in a file. */
export async function mixedRun(plugins: readonly Plugin[] = []): Promise<Report> {
  const { report, faults } = await runCases(CASES, serve(), { tools: TOOLS, plugins });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return inFile(report, 'probes/toolscore.manifest.json');
}

/** The report as if its manifest had been read from a file. */
function inFile(report: Report, file: string): Report {
  const named = (one: Observation): Observation =>
    one.kind === 'manifest.plan'
      ? { ...one, data: { ...one.data, manifest_file: file, manifest_sha256: 'ab'.repeat(32) } }
      : one;
  return { ...report, observations: report.observations.map(named) };
}

/** A case that passed; `more` makes something else of it. */
export function aCase(id: string, more: Partial<ProbeCase> = {}): ProbeCase {
  return {
    id,
    probe: 'pagination',
    tool: null,
    passed: true,
    attempts: 1,
    first_failure: null,
    reason: null,
    hint: null,
    detail: null,
    measurements: {},
    ...more,
  };
}

export function failed(id: string, reason: string, more: Partial<ProbeCase> = {}): ProbeCase {
  return aCase(id, {
    passed: false,
    first_failure: 1,
    reason,
    hint: 'Repair what this label says is broken.',
    ...more,
  });
}

/** A report with these cases, its sums right. */
export function aReport(cases: readonly ProbeCase[], more: Partial<ProbeReport> = {}): ProbeReport {
  const passed = cases.filter((one) => one.passed).length;
  return {
    schema: 'toolscore.probe-report/v2',
    generator: { name: 'toolscore', version: '0.1.0' },
    server: 'local',
    manifest_sha256: 'cd'.repeat(32),
    passed: passed === cases.length,
    gate: { passed, total: cases.length },
    readiness: null,
    readiness_error: null,
    cases,
    ...more,
  };
}

/** Lost points of two areas, one reason twice. */
export const READINESS = {
  standard: 'toolscore-standard/1',
  score: 87,
  attested_read_only: false,
  surface: { tools: 3, read_only: 2, writers: 1, exercised: 2 },
  areas: [
    { name: 'protocol', weight: 15, score: 100, measurements: {}, checks: [] },
    {
      name: 'catalog',
      weight: 20,
      score: 70,
      measurements: {},
      checks: ['read_status', 'search'].map((tool) => ({
        id: 'catalog.output-schema',
        tool,
        score: 0,
        observed: null,
        reason: 'catalog-no-output-schema',
        hint: 'Declare an output schema and return structured content that fits it.',
      })),
    },
    {
      name: 'context',
      weight: 15,
      score: 80,
      measurements: { catalog_tokens: 2500, heaviest_tool_tokens: 400 },
      checks: [
        {
          id: 'context.catalog',
          tool: null,
          score: 90,
          observed: 2500,
          reason: 'context-catalog-heavy',
          hint: 'Trim the catalog: every session pays for it before the first call.',
        },
      ],
    },
  ],
} satisfies ProbeReport['readiness'];
