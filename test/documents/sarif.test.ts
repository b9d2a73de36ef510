import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { probeReportOf } from '../../core/documents/build.js';
import { reportSarif, type SarifContext, sarifContextOf } from '../../core/documents/sarif.js';
import type { ProbeReport } from '../../core/documents/types.js';
import { fileUri } from '../../core/text/sarif.js';
import { sarifProblems } from './official-sarif.js';
import { aCase, aReport, failed, mixedRun } from './samples.js';

const HERE = process.cwd();
const NOWHERE: SarifContext = { uri: null, lines: new Map(), summaries: new Map() };

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly Record<string, unknown>[] } };
    readonly results: readonly Record<string, unknown>[];
  }[];
}

function logOf(document: ProbeReport, context: SarifContext = NOWHERE): Log['runs'][number] {
  const log = JSON.parse(reportSarif(document, context)) as Log;
  expect(sarifProblems(log)).toEqual([]);
  expect(log.runs).toHaveLength(1);
  return log.runs[0]!;
}

test('a run with every outcome', async () => {
  const report = await mixedRun();
  const document = probeReportOf(report);
  const run = logOf(document, sarifContextOf(report, HERE));
  expect(run).toMatchObject({
    tool: { driver: { name: 'toolscore', version: '0.0.0' } },
    automationDetails: { id: 'toolscore/local/' },
    properties: { protocol: 'initialize' },
  });
  expect(run.tool.driver.rules.slice(0, 2)).toEqual([
    { id: 'discovery-cost', name: 'discovery-cost', shortDescription: { text: 'The catalog of tools stays small.' } },
    {
      id: 'degradation-over-n',
      name: 'degradation-over-n',
      shortDescription: { text: 'A call keeps working when it is repeated.' },
    },
  ]);
  expect(run.tool.driver.rules).toHaveLength(6);
  const hintOf = (id: string): string | null | undefined => document.cases.find((one) => one.id === id)?.hint;
  const result = (id: string, ruleId: string, ruleIndex: number, reason: string, startLine: number): object => ({
    ruleId,
    ruleIndex,
    level: 'error',
    message: { text: `${id} (local): ${reason} — ${hintOf(id)}` },
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'probes/toolscore.manifest.json' }, region: { startLine } } },
    ],
    partialFingerprints: { 'caseId/v1': `local/${id}` },
  });
  expect(run.results).toEqual([
    result('quick', 'latency-budget', 2, 'latency-budget-exceeded', 9),
    result('cheap', 'token-cost', 3, 'token-budget-exceeded', 12),
    result('answers', 'instruction-fidelity', 4, 'transport-timeout', 14),
    result('status-after-search', 'workflow', 5, 'value-mismatch', 18),
  ]);
  expect(hintOf('status-after-search')).toContain('Call 6 of the workflow failed.');
});

test('one rule for each kind, however many cases it has', () => {
  const { tool, results } = logOf(aReport([failed('a', 'missing-field'), aCase('b'), failed('c', 'missing-field')]));
  expect(tool.driver.rules).toEqual([
    { id: 'pagination', name: 'pagination', shortDescription: { text: 'Cases of the kind pagination.' } },
  ]);
  expect(results.map(({ ruleIndex }) => ruleIndex)).toEqual([0, 0]);
});

test('a report in which all passed, and one without cases', () => {
  expect(logOf(aReport([aCase('a')])).results).toEqual([]);
  expect(logOf(aReport([], { gate: null })).tool.driver.rules).toEqual([]);
});

test('a line that nobody knows makes no region, and no manifest makes no place', () => {
  const document = aReport([failed('a', 'missing-field')]);
  expect(logOf(document, { ...NOWHERE, uri: 'm.json' }).results[0]).toHaveProperty('locations', [
    { physicalLocation: { artifactLocation: { uri: 'm.json' } } },
  ]);
  expect(logOf(document).results[0]).not.toHaveProperty('locations');
});

test('advice of a stranger makes no link, no gap to fill and no acting character', () => {
  const hint = 'see [this](https://example.com) {0} \u202e';
  const { results } = logOf(aReport([failed('a', 'missing-field', { hint })]));
  expect(results[0]).toHaveProperty('message', {
    text: String.raw`a (local): missing-field — see [this] (https://example.com) {{0}} \u202e`,
  });
});

describe('the address of a manifest', () => {
  test.each([
    ['toolscore.manifest.json', 'toolscore.manifest.json'],
    ['./a b/%41#1?.json', 'a%20b/%2541%231%3F.json'],
    ['probes/../é.json', '%C3%A9.json'],
    ['c:odd.json', 'c%3Aodd.json'],
    ['..here.json', '..here.json'],
    [join(HERE, 'inside.json'), 'inside.json'],
  ])('%j from here is %j', (file, uri) => {
    expect(fileUri(file, HERE)).toBe(uri);
  });

  test.each([['../out side.json'], ['/somewhere/else.json']])('%j is outside', (file) => {
    expect(fileUri(file, join(HERE, 'probes'))).toBe(
      pathToFileURL(join(file.startsWith('/') ? '/' : HERE, file.replace('../', ''))).href,
    );
  });
});

test('the official schema refuses what is no SARIF', () => {
  expect(sarifProblems({ version: '2.1.0', runs: [{ results: [{ message: { txt: 'x' } }] }] })).not.toEqual([]);
});
