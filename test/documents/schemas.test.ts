/** The published schemas agree with the program's own lists, and with what it writes. */

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { probeReportOf } from '../../core/documents/build.js';
import { diffReports } from '../../core/documents/diff.js';
import { CHECK_LABELS } from '../../core/manifest/check-labels.js';
import { manifestPlugins, shippedForManifests } from '../../plugins/manifest.js';
import { aCase, aReport, failed, mixedRun, READINESS } from './samples.js';

interface Schema {
  readonly $id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly $defs: Readonly<
    Record<string, { readonly enum: readonly string[]; readonly properties: Schema['properties'] }>
  >;
}

const schemaOf = (name: string): Schema =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as Schema;
const [REPORT, DIFF] = [schemaOf('probe-report'), schemaOf('probe-diff')];
const labels = parse(readFileSync(new URL('../../rules/labels.yaml', import.meta.url), 'utf8')) as {
  readonly gate: readonly string[];
  readonly readiness: readonly string[];
};

const validatorOf = (schema: object) =>
  new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false }).compile(schema);
const isReport = validatorOf(REPORT);
const isDiff = validatorOf(DIFF);

describe('lists', () => {
  const kinds = manifestPlugins.filter(({ kind }) => kind !== undefined).map(({ name }) => name);

  test.each([REPORT, DIFF])('$$id names the kinds that ship, in their order', ({ $defs }) => {
    expect($defs['kind']?.enum).toEqual(kinds);
  });

  test.each([REPORT, DIFF])('$$id names the fixed labels, in their order', ({ $defs }) => {
    expect($defs['reason']?.enum).toEqual(labels.gate);
    expect($defs['reason']?.enum).toEqual(shippedForManifests.labels);
  });

  test('of readiness: its labels in their order, and its checks', () => {
    expect(REPORT.$defs['readiness_reason']?.enum).toEqual(labels.readiness);
    expect(REPORT.$defs['check']?.properties['id']).toEqual({ enum: [...CHECK_LABELS.keys()] });
  });
});

describe('reports', () => {
  const check = (document: unknown): unknown => (isReport(document) ? [] : isReport.errors);

  test('that the program writes are accepted', async () => {
    const mixed = probeReportOf(await mixedRun());
    expect(check(mixed)).toEqual([]);
    expect(check({ ...mixed, readiness: READINESS })).toEqual([]);
    expect(check(aReport([], { gate: null, manifest_sha256: null, readiness_error: 'transport-closed' }))).toEqual([]);
    expect(check(aReport([aCase('a', { warnings: ['missing-field'] })]))).toEqual([]);
    expect(check({ ...mixed, later: true })).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['an unknown kind', aReport([aCase('a', { probe: 'unheard-of' })])],
    ['an unknown reason', aReport([failed('a', 'unheard-of')])],
    ['a failure without a reason', aReport([{ ...failed('a', 'missing-field'), reason: null }])],
    ['a pass with a reason', aReport([{ ...failed('a', 'missing-field'), passed: true }])],
    [
      'a bound that nobody sets',
      aReport([failed('a', 'missing-field', { detail: { bound: 'max_fun', limit: 1, observed: 2 } })]),
    ],
    ['readiness that failed for a verdict', aReport([], { readiness_error: 'missing-field' })],
    [
      'an unknown check',
      aReport([], {
        readiness: {
          ...READINESS,
          areas: [
            { ...READINESS.areas[2], checks: [{ ...READINESS.areas[2]?.checks[0], id: 'context.fun' }] },
          ] as never,
        },
      }),
    ],
    ['another generation', { ...aReport([]), schema: 'toolscore.probe-report/v1' }],
    ['nothing', {}],
  ])('%s is refused', (_, document) => {
    expect(isReport(document)).toBe(false);
  });
});

describe('diffs', () => {
  const diff = diffReports(
    { document: aReport([aCase('a', { measurements: { total_tokens: 1 } }), aCase('b')], { readiness: READINESS }) },
    { document: aReport([failed('a', 'missing-field', { measurements: { total_tokens: 2 } }), aCase('c')]) },
  );

  test('that the program writes are accepted', () => {
    expect(isDiff(diff) ? [] : isDiff.errors).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['an unknown verdict', { ...diff, cases: [{ ...diff.cases[0], verdict: 'worse' }] }],
    ['an unknown reason', { ...diff, cases: [{ ...diff.cases[0], current_reason: 'unheard-of' }] }],
    ['half a pair', { ...diff, cases: [{ ...diff.cases[0], measurements: { latency_ms: { baseline: 1 } } }] }],
    ['a summary that lacks a count', { ...diff, summary: { regressed: 1 } }],
  ])('%s is refused', (_, document) => {
    expect(isDiff(document)).toBe(false);
  });
});
