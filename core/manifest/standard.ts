/**
 * The numbers of the readiness standard: weights, curves and bands. Source: manifest specification, 4.9.2. Changing any
 * of them makes another standard, with another name: scores compare only under one name.
 */

export const STANDARD = 'toolscore-standard/1';

/** How the battery works: part of the standard as well. */
export const BATTERY = {
  /** Equal calls of each exercised tool. */
  repeats: 3,
  /** Milliseconds one call may take. */
  callTimeoutMs: 15_000,
  /** Bytes of the text that a server has to survive. */
  payloadBytes: 1_000_000,
  /** Pages of one list. */
  maxPages: 20,
} as const;

/** Unicode characters that a description has at least. */
export const DESCRIPTION_LENGTH = 40;

export type AreaName = 'protocol' | 'catalog' | 'context' | 'error-honesty' | 'reliability' | 'coverage';

/** Percent of the total, in the order of documents. */
export const WEIGHTS: readonly (readonly [AreaName, number])[] = [
  ['protocol', 15],
  ['catalog', 20],
  ['context', 15],
  ['error-honesty', 15],
  ['reliability', 20],
  ['coverage', 15],
];

/** Between the two the score falls with the logarithm: `full` still earns 100, `zero` earns nothing. */
export interface Curve {
  readonly full: number;
  readonly zero: number;
}

/** Estimated tokens of the whole catalog, and of its heaviest tool. */
export const CATALOG_TOKENS: Curve = { full: 2_000, zero: 40_000 };
export const HEAVIEST_TOOL_TOKENS: Curve = { full: 500, zero: 5_000 };
const CATALOG_SHARE = 0.75;

/** 0 to 100, not rounded. */
export function onCurve(value: number, { full, zero }: Curve): number {
  if (value <= full) return 100;
  if (value >= zero) return 0;
  return (100 * (Math.log(zero) - Math.log(value))) / (Math.log(zero) - Math.log(full));
}

/** Score of the context area, 0 to 100, not rounded. */
export function contextScore(catalogTokens: number, heaviestToolTokens: number): number {
  return (
    CATALOG_SHARE * onCurve(catalogTokens, CATALOG_TOKENS) +
    (1 - CATALOG_SHARE) * onCurve(heaviestToolTokens, HEAVIEST_TOOL_TOKENS)
  );
}

/** Milliseconds up to which a median earns so much. Slower ones earn nothing. */
const BANDS = [
  { upTo: 100, score: 100 },
  { upTo: 300, score: 80 },
  { upTo: 1_000, score: 50 },
  { upTo: 3_000, score: 20 },
] as const;

export type LatencyLimit = 0 | (typeof BANDS)[number]['upTo'];

/** The highest limit of a band that so many milliseconds exceed, rounded down to whole ones; 0 when they exceed none. */
export function limitExceeded(ms: number): LatencyLimit {
  return BANDS.findLast(({ upTo }) => Math.floor(ms) > upTo)?.upTo ?? 0;
}

/** What a median that exceeds this limit, and no higher one, earns: 0 to 100. */
export function latencyScore(exceeded: LatencyLimit): number {
  return BANDS.find(({ upTo }) => upTo > exceeded)?.score ?? 0;
}

/** A score as documents show it: whole, a half rounded up. */
export function rounded(score: number): number {
  return Math.floor(score + 0.5);
}

/** Whole percent of a score that lost something, never 100 however little that was. */
export function lost(score: number): number {
  return Math.min(99, rounded(score));
}

/** Mean of scores; 0 for none. */
export function mean(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** The weighted mean of the areas as documents show them, rounded: who reads a document can compute it. */
export function total(scores: ReadonlyMap<AreaName, number>): number {
  return rounded(WEIGHTS.reduce((sum, [name, weight]) => sum + weight * (scores.get(name) ?? 0), 0) / 100);
}
