import type { Grade, GradeCap } from './model.js';

/** Best first. */
export const GRADES: readonly Grade[] = ['A', 'B', 'C', 'D', 'F'];

const BANDS: readonly (readonly [Grade, number])[] = [
  ['A', 0.9],
  ['B', 0.8],
  ['C', 0.7],
  ['D', 0.6],
];
/** So that an exact 0.9 is not lost to floating point. */
const TOLERANCE = 1e-9;

/** The letter of a score in [0, 1]. */
export function gradeOf(score: number): Grade {
  return BANDS.find(([, from]) => score + TOLERANCE >= from)?.[0] ?? 'F';
}

/** True when `grade` is at least as good as `wanted`. An unknown grade ranks below F. */
export function gradeMeets(grade: string | null, wanted: string): boolean {
  const rank = (letter: string | null): number => {
    const at = GRADES.indexOf(letter as Grade);
    return at < 0 ? GRADES.length : at;
  };
  return rank(grade) <= rank(wanted);
}

/** The worse of two letters. */
export function worseGrade(a: Grade, b: Grade): Grade {
  return GRADES.indexOf(a) >= GRADES.indexOf(b) ? a : b;
}

/** The cap lowered to `letter` with one more reason; a cap is never raised. */
export function lowerCap(cap: GradeCap, letter: Grade, reason: string): GradeCap {
  const lowest = cap.letter === null ? letter : worseGrade(cap.letter, letter);
  return { ...cap, letter: lowest, reasons: [...cap.reasons, reason] };
}
