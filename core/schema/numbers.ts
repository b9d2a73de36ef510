/** Whole numbers and numbers within bounds. Scorecard specification 1.2, rows 9 and 10. */

import type { Shape } from './shape.js';

/** Other numbers that are tried when the wanted one does not do, or a list needs different ones. */
const ALTERNATIVES = 120;
/** Distance of the highest number used from the lowest. */
const SPAN = { integer: 20, number: 50 };
const USUAL_MAXIMUM = 100;
const POINTS = [0.25, 0.5, 0.75];
/** For schemas that say in a roundabout way what they do not want. */
const PLAIN = [0, 1, -1, 10, -10, 100, 1_000, 10_000];

/** Whole numbers the shape allows, number `index` of the rotation first. */
export function* integersOf(shape: Shape, index: number): Generator<number> {
  const lowest = bound(Math.max(Math.ceil(shape.minimum), Math.floor(shape.above) + 1), Number.MIN_SAFE_INTEGER);
  const highest = bound(Math.min(Math.floor(shape.maximum), Math.ceil(shape.below) - 1), Number.MAX_SAFE_INTEGER);
  const low = lowest ?? (highest !== undefined && highest < 1 ? highest - SPAN.integer : 1);
  const step = wholeStep(shape.multiples);
  const first = Math.ceil(low / step) * step + 0;
  const usual = low < USUAL_MAXIMUM ? USUAL_MAXIMUM : Infinity;
  const high = Math.max(first, Math.min(highest ?? usual, low + SPAN.integer));
  const count = Math.floor((high - first) / step) + 1;
  for (let at = 0; at < count; at += 1) yield first + ((index + at) % count) * step;
  for (let at = count; at < ALTERNATIVES; at += 1) yield first + at * step;
  if (highest !== undefined) yield Math.floor(highest / step) * step + 0;
  yield* PLAIN;
}

/** Infinity is no bound, nor is the limit of safe integers that schema libraries emit on their own. */
function bound(value: number, emitted: number): number | undefined {
  return Number.isFinite(value) && value !== emitted ? value : undefined;
}

/** Numbers the shape allows, number `index` of the rotation first. */
export function* numbersOf(shape: Shape, index: number): Generator<number> {
  const [lowest, highest] = [Math.max(shape.minimum, shape.above), Math.min(shape.maximum, shape.below)];
  const low = Number.isFinite(lowest) ? lowest : highest < 0 ? highest - SPAN.number : 0;
  const wanted = Math.min(Number.isFinite(highest) ? highest : Math.max(USUAL_MAXIMUM, low), low + SPAN.number);
  const high = wanted <= low && !Number.isFinite(highest) ? low + SPAN.number : wanted;
  const points = POINTS.map((_, at) => low + (high - low) * (POINTS[(index + at) % POINTS.length] ?? 0));
  for (const point of points) yield Math.round(point * 100) / 100;
  yield* points;
  for (const multiple of shape.multiples) yield* multiplesNear(points[0] ?? low, multiple);
  yield* multiplesNear(points[0] ?? low, commonMultiple(shape.multiples));
  yield low;
  yield high;
  yield* PLAIN;
  for (let at = 1; at < ALTERNATIVES; at += 1) yield low + ((high - low) * at) / ALTERNATIVES;
}

/** Multiples around a point, written as decimals where arithmetic in halves would leave a rest. */
function* multiplesNear(point: number, multiple: number): Generator<number> {
  const start = Math.round(point / multiple);
  for (let at = 0; at < ALTERNATIVES; at += 1) {
    const exact = (start + (at % 2 === 0 ? at / 2 : -(at + 1) / 2)) * multiple;
    yield Number(exact.toPrecision(12)) + 0;
    yield exact + 0;
  }
}

/** The smallest whole number that is a multiple of all. */
function wholeStep(multiples: readonly number[]): number {
  return multiples.reduce((step, multiple) => leastCommon(step, wholeMultiple(multiple)), 1);
}

function wholeMultiple(multiple: number): number {
  for (let times = 1; times <= 1_000; times += 1) {
    const product = Number((multiple * times).toPrecision(12));
    if (Number.isInteger(product)) return product;
  }
  return 1;
}

/** Of decimals with up to six places. */
function commonMultiple(multiples: readonly number[]): number {
  const scale = 1e6;
  return (
    multiples.reduce((common, multiple) => leastCommon(common, Math.max(1, Math.round(multiple * scale))), 1) / scale
  );
}

function leastCommon(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
