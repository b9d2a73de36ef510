import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reliabilityOf } from '../../core/manifest/area-reliability.js';
import { areasOf } from '../../core/manifest/areas.js';
import { CHECK_LABELS } from '../../core/manifest/check-labels.js';
import type { Observation, ObservationKind, ObservationMap } from '../../core/model.js';
import {
  CATALOG,
  CONTENTION,
  CONTEXT,
  COVERAGE,
  HONESTY,
  PAYLOAD,
  RELIABILITY,
  SURFACE,
} from '../rules/readiness/data.js';

type Fact = { [K in ObservationKind]: readonly [K, ObservationMap[K]] }[ObservationKind];

const observed = (facts: readonly Fact[]): Observation[] =>
  facts.map(([kind, data], number) => ({
    number,
    kind,
    subject: { kind: 'readiness', name: 'local' },
    state: 'observed',
    data: data as never,
    evidence: [],
    probe: 'readiness',
  }));

const areaOf = (name: string, facts: readonly Fact[]) =>
  areasOf(observed(facts))?.areas.find((area) => area.name === name);

test('the worked example of the standard', () => {
  const calls = Array.from({ length: 10 }, (_, at): Fact => {
    const tool = `tool${at}`;
    if (at === 8) return ['readiness.reliability', { ...RELIABILITY, tool, median_above_ms: 300 }];
    if (at === 9)
      return ['readiness.reliability', { ...RELIABILITY, tool, succeeded: 1, tool_errors: 2, consistent: false }];
    return ['readiness.reliability', { ...RELIABILITY, tool }];
  });
  const area = areaOf('reliability', [
    ...calls,
    ['readiness.contention', CONTENTION],
    ['readiness.payload', PAYLOAD],
    ['readiness.surface', { ...SURFACE, tools: 10, read_only: 10, exercised: 10 }],
  ]);
  expect(area?.score).toBe(91);
  expect(area?.checks.map(({ id, tool, score, observed: seen }) => [id, tool, score, seen])).toEqual([
    ['reliability.success', 'tool9', 33, 1],
    ['reliability.consistent', 'tool9', 0, null],
    ['reliability.latency', 'tool8', 50, null],
  ]);
});

test.each([
  ['perfect', {}, 100],
  ['at 400 ms', { median_above_ms: 300 }, 75],
  ['one success in three', { succeeded: 1, tool_errors: 2, consistent: false }, 50 / 3],
  [
    'the same with an output schema',
    { succeeded: 1, tool_errors: 2, consistent: false, output: 'conforming' },
    200 / 9,
  ],
  ['an output schema that is broken', { output: 'broken' }, 200 / 3],
  ['every call refused', { succeeded: 0, rejected: 3 }, 0],
  ['not completed', { completed: 2, succeeded: 2, faults: 1 }, 0],
] as const)('the reliability of a tool: %s', (_, over, score) => {
  expect(reliabilityOf({ ...RELIABILITY, ...over })).toBeCloseTo(score, 9);
});

test('without the surface nothing was measured', () => {
  expect(areasOf(observed([['readiness.context', CONTEXT]]))).toBe(undefined);
});

test('tools that were not tested count as nothing, writers do not count', () => {
  const facts = (writers: number): Fact[] => [
    ['readiness.reliability', RELIABILITY],
    ['readiness.surface', { ...SURFACE, tools: 4, writers }],
  ];
  expect(areaOf('reliability', facts(0))?.score).toBe(25);
  expect(areaOf('reliability', facts(3))?.score).toBe(100);
  expect(areaOf('coverage', facts(0))?.score).toBe(25);
  expect(areaOf('coverage', facts(3))?.score).toBe(100);
  expect(areaOf('reliability', facts(2))?.measurements).toMatchObject({ successful_calls: 3, untested_tools: 1 });
});

test('with a skipped tool both cases count as lost, whatever became of them', () => {
  const cases: Fact[] = [
    ['readiness.contention', CONTENTION],
    ['readiness.payload', PAYLOAD],
  ];
  const left: Fact = ['readiness.coverage', { ...COVERAGE, tool: 'write', writer: true, skipped: true }];
  const score = (skipped: string[], facts: readonly Fact[]) =>
    areaOf('reliability', [
      ['readiness.reliability', RELIABILITY],
      ...facts,
      ['readiness.surface', { ...SURFACE, tools: 2, writers: 1, skipped_tools: skipped }],
    ]);
  expect(score([], [])?.score).toBe(100);
  expect(score([], cases)?.score).toBe(100);
  expect(score(['write'], [left, ...cases])?.score).toBe(33);
  expect(score(['write'], [left])?.score).toBe(33);
  expect(score(['write'], [left])?.checks).toMatchObject([{ id: 'reliability.skipped', observed: 1, on: 1 }]);
});

test('a share of the listing counts only what applies to the tool', () => {
  const score = (over: Partial<ObservationMap['readiness.catalog']>) =>
    areaOf('catalog', [
      ['readiness.catalog', { ...CATALOG, ...over }],
      ['readiness.surface', SURFACE],
    ])?.score;
  expect(score({})).toBe(100);
  // One of five: description, described, typed, read-only, output schema.
  expect(score({ undescribed: 1 })).toBe(80);
  // One of three, without properties.
  expect(score({ properties: 0, output_schema_declared: false })).toBe(67);
  // One of six, of a writer.
  expect(score({ writer: true })).toBe(83);
  expect(areaOf('catalog', [['readiness.surface', { ...SURFACE, tools: 0 }]])).toMatchObject({
    score: 0,
    checks: [{ id: 'catalog.empty' }],
  });
});

test('honest refusals are those with the code, or with a word of explanation', () => {
  const honest = (over: Partial<ObservationMap['readiness.honesty']>) =>
    areaOf('error-honesty', [
      ['readiness.honesty', { ...HONESTY, ...over }],
      ['readiness.surface', SURFACE],
    ])?.score;
  expect(honest({})).toBe(100);
  expect(honest({ explained: false })).toBe(100);
  expect(honest({ alive: false })).toBe(0);
  expect(honest({ code: -32603 })).toBe(0);
  expect(honest({ ended: 'tool-error', code: null })).toBe(100);
  expect(honest({ ended: 'tool-error', code: null, explained: false })).toBe(0);
  expect(honest({ ended: 'success', code: null })).toBe(0);
  expect(areaOf('error-honesty', [['readiness.surface', { ...SURFACE, judged: 0 }]])?.score).toBe(0);
});

test('surfaces count only where some are declared', () => {
  const checks = ['unknown-method', 'ping', 'unknown-tool', 'pagination', 'negotiation', 'surfaces'] as const;
  const score = (count: number) =>
    areaOf('protocol', [
      ...checks
        .slice(0, count)
        .map((check): Fact => ['readiness.protocol', { check, outcome: check === 'ping' ? 'unmet' : 'met' }]),
      ['readiness.surface', SURFACE],
    ])?.score;
  expect(score(5)).toBe(80);
  expect(score(6)).toBe(83);
});

const facts: readonly Fact[] = [
  ['readiness.context', { ...CONTEXT, catalog_tokens: 9_000 }],
  ['readiness.catalog', CATALOG],
  ['readiness.catalog', { ...CATALOG, tool: 'other', undescribed: 2 }],
  ['readiness.honesty', HONESTY],
  ['readiness.reliability', RELIABILITY],
  ['readiness.reliability', { ...RELIABILITY, tool: 'other', succeeded: 0, tool_errors: 3 }],
  ['readiness.coverage', COVERAGE],
  ['readiness.contention', CONTENTION],
  ['readiness.protocol', { check: 'ping', outcome: 'unmet' }],
  ['readiness.protocol', { check: 'unknown-tool', outcome: 'met' }],
  ['readiness.surface', { ...SURFACE, tools: 3 }],
];

test('the order of observations does not matter for the score', () => {
  const whole = areasOf(observed(facts));
  fc.assert(
    fc.property(fc.shuffledSubarray([...facts], { minLength: facts.length }), (shuffled) => {
      const same = areasOf(observed(shuffled));
      expect(same?.score).toBe(whole?.score);
      expect(same?.areas.map(({ score }) => score)).toEqual(whole?.areas.map(({ score }) => score));
    }),
  );
});

test('every check that can be lost has labels', () => {
  const ids = areasOf(observed(facts))?.areas.flatMap(({ checks }) => checks.map(({ id }) => id)) ?? [];
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.filter((id) => !CHECK_LABELS.has(id))).toEqual([]);
});
