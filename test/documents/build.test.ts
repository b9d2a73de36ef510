import { describe, expect, test } from 'vitest';
import { definePlugin } from '../../core/define.js';
import { probeReportOf } from '../../core/documents/build.js';
import type { ProbeCase, ProbeReport } from '../../core/documents/types.js';
import { defineKind } from '../../core/manifest/kind.js';
import type { Report, Severity } from '../../core/model.js';
import { jsonText } from '../../core/text/json.js';
import { caseOf, runCases } from '../manifest/run.js';
import { mixedRun } from './samples.js';

const caseIn = (report: Report, id: string): ProbeCase | undefined =>
  probeReportOf(report).cases.find((one) => one.id === id);

test('a run with every outcome', async () => {
  const { cases, ...document } = probeReportOf(await mixedRun());
  expect(document).toEqual({
    schema: 'toolscore.probe-report/v2',
    generator: { name: 'toolscore', version: '0.0.0' },
    server: 'local',
    manifest_sha256: 'ab'.repeat(32),
    protocol: 'initialize',
    passed: false,
    gate: { passed: 2, total: 6 },
    readiness: null,
    readiness_error: null,
  });
  const passed = { passed: true, first_failure: null, reason: null, hint: null, detail: null };
  const hint = expect.stringMatching(/^\S.{40,}\S$/);
  expect(cases).toEqual([
    {
      ...passed,
      id: 'small-catalog',
      probe: 'discovery-cost',
      tool: null,
      attempts: 1,
      measurements: { tool_count: 4, schema_bytes: 895 },
    },
    { ...passed, id: 'repeats', probe: 'degradation-over-n', tool: 'search', attempts: 3, measurements: {} },
    {
      id: 'quick',
      probe: 'latency-budget',
      tool: 'slow',
      passed: false,
      attempts: 1,
      first_failure: 1,
      reason: 'latency-budget-exceeded',
      hint,
      detail: { bound: 'max_latency_ms', limit: 100, observed: 250 },
      measurements: { latency_ms: 250 },
    },
    {
      id: 'cheap',
      probe: 'token-cost',
      tool: null,
      passed: false,
      attempts: 1,
      first_failure: 1,
      reason: 'token-budget-exceeded',
      hint,
      detail: { bound: 'max_total_tokens', limit: 200, observed: 225 },
      measurements: {
        tool_count: 4,
        total_tokens: 225,
        per_tool: [
          { tool: 'search', tokens: 113 },
          { tool: 'read_status', tokens: 39 },
          { tool: 'silent', tokens: 37 },
          { tool: 'slow', tokens: 36 },
        ],
      },
    },
    {
      id: 'answers',
      probe: 'instruction-fidelity',
      tool: 'silent',
      passed: false,
      attempts: 0,
      first_failure: null,
      reason: 'transport-timeout',
      hint,
      detail: null,
      measurements: {},
    },
    {
      id: 'status-after-search',
      probe: 'workflow',
      tool: 'read_status',
      passed: false,
      attempts: 6,
      first_failure: 6,
      reason: 'value-mismatch',
      hint: expect.stringMatching(/^Call 6 of the workflow failed\..* 6 is step 3 of 3 in repetition 2\./),
      detail: null,
      measurements: {},
    },
  ]);
});

test('two runs of the same server give the same text, byte for byte, keys in their order', async () => {
  const [first, second] = [jsonText(probeReportOf(await mixedRun())), jsonText(probeReportOf(await mixedRun()))];
  expect(second).toBe(first);
  expect(first).toMatch(/^\{\n {2}"schema": "toolscore\.probe-report\/v2",\n {2}"generator": \{/);
  expect(first.endsWith('\n}\n')).toBe(true);
  const document = JSON.parse(first) as ProbeReport;
  const keys = (value: object | undefined): string => Object.keys(value ?? {}).join(' ');
  expect(keys(document)).toBe(
    'schema generator server manifest_sha256 protocol passed gate readiness readiness_error cases',
  );
  const cheap = document.cases.find(({ id }) => id === 'cheap');
  expect(keys(cheap)).toBe('id probe tool passed attempts first_failure reason hint detail measurements');
  expect(keys(cheap?.measurements)).toBe('tool_count total_tokens per_tool');
});

describe('labels that are toggled', () => {
  const toggled = (label: string, severity: Severity) =>
    definePlugin({
      name: 'toggle',
      apply: ({ hooks }) =>
        hooks.verdict.tap('toggle', (verdict) => (verdict.rule === label ? { ...verdict, severity } : undefined)),
    });

  test('one below error warns and fails nothing', async () => {
    const report = await mixedRun([toggled('latency-budget-exceeded', 'warning')]);
    expect(caseIn(report, 'quick')).toMatchObject({
      passed: true,
      first_failure: null,
      reason: null,
      hint: null,
      detail: null,
      measurements: { latency_ms: 250 },
      warnings: ['latency-budget-exceeded'],
    });
    expect(probeReportOf(report).gate).toEqual({ passed: 3, total: 6 });
    expect(report.score.value).toBe(3 / 6);
  });

  test('an incomplete case stays one, whatever its label is worth', async () => {
    const report = await mixedRun([toggled('transport-timeout', 'info')]);
    expect(caseIn(report, 'answers')).toMatchObject({ passed: false, reason: 'transport-timeout' });
    expect(caseIn(report, 'answers')).not.toHaveProperty('warnings');
  });
});

describe('rules of the house', () => {
  const rule = {
    id: 'calls-too-many',
    title: 'Case makes few calls',
    failure: 'Case made many calls',
    severity: 'error',
    confidence: 'high',
    since: '0.1.0',
    observes: 'case.run',
    requires: ['attempts'],
    when: { '>': [{ var: 'attempts' }, 2] },
    message: 'made {{attempts}} calls',
    fix: 'Ask for {{attempts}} things at once,\n  not one by one.',
  } as const;

  test('one that fires fails its case, its advice on one line', async () => {
    const report = await mixedRun([definePlugin({ name: 'house', rules: [rule] })]);
    expect(caseIn(report, 'repeats')).toMatchObject({
      passed: false,
      first_failure: 3,
      reason: 'calls-too-many',
      hint: 'Ask for 3 things at once, not one by one.',
    });
    expect(report.score.value).toBe(1 / 6);
  });

  test('a fixed label comes before it', async () => {
    const report = await mixedRun([definePlugin({ name: 'house', rules: [rule] })]);
    expect(caseIn(report, 'status-after-search')?.reason).toBe('value-mismatch');
  });
});

describe('what nobody saw', () => {
  test('a case that was not reached was kept out by the budget', async () => {
    const report = await mixedRun();
    const observations = report.observations.filter(({ subject }) => subject.name !== 'repeats');
    expect(caseIn({ ...report, observations }, 'repeats')).toMatchObject({
      passed: false,
      attempts: 0,
      first_failure: null,
      reason: 'evaluation-budget-exceeded',
      measurements: {},
    });
  });

  test('a plugin that fails is not blamed on the server', async () => {
    const broken = defineKind({
      name: 'broken',
      summary: 'Fails.',
      access: 'read-only',
      sandbox: 'no',
      fields: {},
      run: () => Promise.reject(new Error('secret of the server')),
    });
    const { report } = await runCases([caseOf('broken', {})], () => ({}), { plugins: [broken] });
    const { hint, ...one } = probeReportOf(report).cases[0]!;
    expect(one).toMatchObject({ passed: false, attempts: 0, reason: 'transport-error' });
    expect(hint).toBe(
      'Repair the plugin "broken", which failed while it ran this case; nothing is known about the server.',
    );
  });

  test('without cases all passed, and there is no gate', async () => {
    const { report } = await runCases([], () => ({}));
    expect(probeReportOf(report)).toMatchObject({ manifest_sha256: null, passed: true, gate: null, cases: [] });
  });

  test('a report of another sort of run is refused', async () => {
    const report = await mixedRun();
    expect(() => probeReportOf({ ...report, observations: [] })).toThrow('no plan of a manifest run');
  });
});

test('a kind from outside shows what it measured, behind the known names', async () => {
  const outside = defineKind({
    name: 'outside',
    summary: 'Measures.',
    access: 'read-only',
    sandbox: 'no',
    fields: {},
    run: () => Promise.resolve({ attempts: 1, measurements: { zebras: 1, apples: 2, pages: 3, tool_count: 4 } }),
  });
  const { report } = await runCases([caseOf('outside', {})], () => ({}), { plugins: [outside] });
  expect(Object.keys(probeReportOf(report).cases[0]!.measurements)).toEqual([
    'tool_count',
    'pages',
    'apples',
    'zebras',
  ]);
});

test('how a call ended is about no bound, even where one was exceeded as well', async () => {
  const one = caseOf('latency-budget', { tool: 'read', arguments: {}, attempts: 1, max_latency_ms: 100 });
  const { report } = await runCases([one], () => ({ ms: 500, result: { content: [], isError: true } }));
  expect(probeReportOf(report).cases[0]).toMatchObject({ reason: 'unexpected-outcome', detail: null });
});
