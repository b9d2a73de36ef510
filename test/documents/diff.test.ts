import { describe, expect, test } from 'vitest';
import { diffExitCode, diffReports } from '../../core/documents/diff.js';
import { diffMarkdown, diffText } from '../../core/documents/diff-text.js';
import type { ProbeCase, ProbeDiff, ProbeReport } from '../../core/documents/types.js';
import { jsonText } from '../../core/text/json.js';
import { aCase, aReport, failed, READINESS } from './samples.js';

const diffOf = (baseline: ProbeReport, current: ProbeReport): ProbeDiff =>
  diffReports({ document: baseline }, { document: current });

const tokens = (total_tokens: number) => ({ measurements: { total_tokens } });

const BASELINE = aReport(
  [
    aCase('breaks', tokens(120)),
    failed('heals', 'pagination-invalid-entry'),
    failed('turns', 'pagination-invalid-entry'),
    aCase('stays', { probe: 'latency-budget', tool: 'read', measurements: { latency_ms: 3 } }),
    aCase('leaves'),
    aCase('other-kind'),
  ],
  { readiness: READINESS },
);
const CURRENT = aReport(
  [
    aCase('comes'),
    failed('breaks', 'pagination-stalled-cursor', tokens(140)),
    aCase('heals', tokens(1)),
    failed('turns', 'transport-closed', { first_failure: null }),
    aCase('stays', { probe: 'latency-budget', tool: 'read', measurements: { latency_ms: 5 } }),
    aCase('other-kind', { probe: 'surface-listing' }),
  ],
  { readiness: { ...READINESS, score: 80 } },
);

test('every verdict', () => {
  expect(diffOf(BASELINE, CURRENT)).toEqual({
    schema: 'toolscore.probe-diff/v2',
    readiness: {
      baseline: 87,
      current: 80,
      baseline_standard: 'toolscore-standard/1',
      current_standard: 'toolscore-standard/1',
      comparable: true,
    },
    summary: { regressed: 1, fixed: 1, changed: 1, unchanged: 1, removed: 2, added: 2 },
    cases: [
      {
        id: 'breaks',
        probe: 'pagination',
        verdict: 'regressed',
        baseline_reason: null,
        current_reason: 'pagination-stalled-cursor',
        measurements: { total_tokens: { baseline: 120, current: 140 } },
      },
      {
        id: 'heals',
        probe: 'pagination',
        verdict: 'fixed',
        baseline_reason: 'pagination-invalid-entry',
        current_reason: null,
        measurements: {},
      },
      {
        id: 'turns',
        probe: 'pagination',
        verdict: 'changed',
        baseline_reason: 'pagination-invalid-entry',
        current_reason: 'transport-closed',
        measurements: {},
      },
      {
        id: 'stays',
        probe: 'latency-budget',
        verdict: 'unchanged',
        baseline_reason: null,
        current_reason: null,
        measurements: { latency_ms: { baseline: 3, current: 5 } },
      },
    ],
    removed: ['leaves', 'other-kind'],
    added: ['comes', 'other-kind'],
  });
});

test.each<[string, ProbeCase, ProbeCase, string]>([
  ['a pass that cannot be completed any more', aCase('a'), failed('a', 'transport-timeout'), 'regressed'],
  ['an incomplete case that passes', failed('a', 'transport-timeout'), aCase('a'), 'fixed'],
  ['the same reason', failed('a', 'missing-field'), failed('a', 'missing-field', { first_failure: 4 }), 'unchanged'],
])('%s is %4$s', (_, before, now, verdict) => {
  expect(diffOf(aReport([before]), aReport([now])).cases[0]?.verdict).toBe(verdict);
});

test('text', () => {
  expect(diffText(diffOf(BASELINE, CURRENT))).toBe(`\
breaks pagination REGRESSED pagination-stalled-cursor total_tokens=120→140
heals pagination fixed
turns pagination CHANGED pagination-invalid-entry → transport-closed
stays latency-budget unchanged latency_ms=3→5
leaves removed
other-kind removed
comes added
other-kind added
readiness 87 → 80 standard=toolscore-standard/1
1 regressed, 1 fixed, 1 changed, 1 unchanged, 2 removed, 2 added
`);
});

test('Markdown', () => {
  expect(diffMarkdown(diffOf(BASELINE, CURRENT))).toBe(`\
# Probe report: what moved

**1 regressed, 1 fixed, 1 changed, 1 unchanged, 2 removed, 2 added**

readiness 87 → 80 standard=\`toolscore-standard/1\`

| Case | Probe | Verdict | Movement |
| --- | --- | --- | --- |
| \`breaks\` | \`pagination\` | REGRESSED \`pagination-stalled-cursor\` | total_tokens=120→140 |
| \`heals\` | \`pagination\` | fixed | - |
| \`turns\` | \`pagination\` | CHANGED \`pagination-invalid-entry\` → \`transport-closed\` | - |
| \`stays\` | \`latency-budget\` | unchanged | latency_ms=3→5 |
| \`leaves\` | - | removed | - |
| \`other-kind\` | - | removed | - |
| \`comes\` | - | added | - |
| \`other-kind\` | - | added | - |
`);
});

test('the same reports give the same text', () => {
  expect(jsonText(diffOf(BASELINE, CURRENT))).toBe(jsonText(diffOf(BASELINE, CURRENT)));
});

test('two servers are not compared', () => {
  expect(() => diffOf(aReport([]), aReport([], { server: 'other' }))).toThrow(/of "local".* of "other"/);
});

describe('readiness', () => {
  const PROFILE = {
    evaluator: '0.1.0',
    platform: 'linux',
    arch: 'x64',
    client_capabilities: 'none',
    confirm_read_only: false,
    skipped_tools: [],
    call_timeout_ms: 15_000,
    repeats: 3,
  };
  const measured = (more: object): ProbeReport => aReport([], { readiness: { ...READINESS, ...more } });
  const lineOf = (before: ProbeReport, now: ProbeReport): string | undefined =>
    diffText(diffOf(before, now)).split('\n').at(-3);

  test('compares under one standard and equal conditions only', () => {
    const same = measured({ profile: PROFILE });
    expect(diffOf(same, same).readiness.comparable).toBe(true);
    for (const other of [
      measured({ profile: { ...PROFILE, confirm_read_only: true } }),
      measured({}),
      measured({ standard: 'toolscore-standard/2', profile: PROFILE }),
      aReport([]),
    ])
      expect(diffOf(same, other).readiness.comparable).toBe(false);
  });

  test('says why it does not compare', () => {
    expect(lineOf(measured({}), measured({ profile: PROFILE }))).toBe(
      'readiness 87 → 87 not comparable: measured under other conditions',
    );
    expect(lineOf(measured({}), measured({ standard: 'toolscore-standard/2' }))).toBe(
      'readiness 87 → 87 not comparable: standards toolscore-standard/1 and toolscore-standard/2',
    );
    expect(lineOf(measured({}), aReport([]))).toBe('readiness 87 → none not comparable: one side has none');
    expect(diffText(diffOf(aReport([]), aReport([])))).not.toContain('readiness');
  });

  test('a score under no standard is shown, and does not compare', () => {
    const { readiness } = diffReports({ document: aReport([]), legacyScore: 100 }, { document: measured({}) });
    expect(readiness).toEqual({
      baseline: 100,
      current: 87,
      baseline_standard: null,
      current_standard: 'toolscore-standard/1',
      comparable: false,
    });
  });
});

test('gates fire for what they name, and only when asked for', () => {
  const regressed = diffOf(aReport([aCase('a')]), aReport([failed('a', 'missing-field')]));
  const changed = diffOf(aReport([failed('a', 'value-mismatch')]), aReport([failed('a', 'missing-field')]));
  const moved = diffOf(
    aReport([aCase('a'), failed('b', 'missing-field')]),
    aReport([aCase('b'), failed('c', 'missing-field')]),
  );
  const [onRegression, onChange] = [{ failOnRegression: true }, { failOnChange: true }];
  expect([{}, onRegression, onChange].map((gates) => diffExitCode(regressed, gates))).toEqual([0, 1, 0]);
  expect([{}, onRegression, onChange].map((gates) => diffExitCode(changed, gates))).toEqual([0, 0, 1]);
  expect(diffExitCode(moved, { ...onRegression, ...onChange })).toBe(0);
});
