import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CATALOG_TOKENS,
  contextScore,
  HEAVIEST_TOOL_TOKENS,
  latencyScore,
  limitExceeded,
  lost,
  mean,
  onCurve,
  rounded,
  total,
  WEIGHTS,
} from '../../core/manifest/standard.js';

test('the weights are those of the standard, and make a whole', () => {
  expect(WEIGHTS).toEqual([
    ['protocol', 15],
    ['catalog', 20],
    ['context', 15],
    ['error-honesty', 15],
    ['reliability', 20],
    ['coverage', 15],
  ]);
  expect(WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0)).toBe(100);
});

describe.each([
  ['the whole catalog', CATALOG_TOKENS, 2_000, 40_000],
  ['the heaviest tool', HEAVIEST_TOOL_TOKENS, 500, 5_000],
] as const)('the curve of %s', (_, curve, full, zero) => {
  test('earns everything up to one end, and nothing from the other on', () => {
    expect(onCurve(0, curve)).toBe(100);
    expect(onCurve(full, curve)).toBe(100);
    expect(onCurve(full + 1, curve)).toBeLessThan(100);
    expect(onCurve(zero - 1, curve)).toBeGreaterThan(0);
    expect(onCurve(zero, curve)).toBe(0);
    expect(onCurve(zero + 1, curve)).toBe(0);
  });

  test('is logarithmic between: the geometric middle earns half', () => {
    expect(onCurve(Math.sqrt(full * zero), curve)).toBeCloseTo(50, 9);
    expect(onCurve(full * 2, curve)).toBeCloseTo((100 * Math.log(zero / full / 2)) / Math.log(zero / full), 9);
  });

  test('never rises', () => {
    fc.assert(
      fc.property(fc.nat({ max: zero * 2 }), fc.nat({ max: zero }), (tokens, more) => {
        expect(onCurve(tokens + more, curve)).toBeLessThanOrEqual(onCurve(tokens, curve));
      }),
    );
  });
});

test('three quarters of the context are the catalog, one is its heaviest tool', () => {
  expect(contextScore(2_000, 500)).toBe(100);
  expect(contextScore(40_000, 500)).toBe(25);
  expect(contextScore(2_000, 5_000)).toBe(75);
  expect(contextScore(40_000, 5_000)).toBe(0);
});

test.each([
  [0, 0, 100],
  [100, 0, 100],
  [100.9, 0, 100],
  [101, 100, 80],
  [300, 100, 80],
  [301, 300, 50],
  [1_000, 300, 50],
  [1_001, 1_000, 20],
  [3_000, 1_000, 20],
  [3_001, 3_000, 0],
  [60_000, 3_000, 0],
] as const)('a median of %d ms exceeds %d ms and earns %d', (ms, exceeded, score) => {
  expect(limitExceeded(ms)).toBe(exceeded);
  expect(latencyScore(exceeded)).toBe(score);
});

test('a half is rounded up, and lost points never show as none', () => {
  expect([0.4, 0.5, 90.49, 90.5, 99.5].map(rounded)).toEqual([0, 1, 90, 91, 100]);
  expect([0, 33.3, 66.7, 99.4, 99.999].map(lost)).toEqual([0, 33, 67, 99, 99]);
  expect(mean([])).toBe(0);
});

test('the total is the weighted mean of the areas as they are shown', () => {
  const scores = new Map(WEIGHTS.map(([name]) => [name, 100]));
  expect(total(scores)).toBe(100);
  expect(total(new Map())).toBe(0);
  // 15 × 90 + 85 × 100 = 98.5
  expect(total(new Map([...scores, ['protocol', 90]]))).toBe(99);
  // 20 × 93 + 80 × 100 = 98.6, and 20 × 92 + 80 × 100 = 98.4
  expect(total(new Map([...scores, ['catalog', 93]]))).toBe(99);
  expect(total(new Map([...scores, ['catalog', 92]]))).toBe(98);
});
