import { gradeOf, worseGrade } from '../grade.js';
import type { Grade, GradeCap, Score, ScoreInput } from '../model.js';
import type { KernelHooks } from './taps.js';

export interface Graded {
  readonly score: Score;
  readonly cap: GradeCap;
  readonly uncappedGrade: Grade | null;
  readonly grade: Grade | null;
}

/** The score by the named scorer, its letter, and the letter that the caps leave. Caps can only lower. */
export function grade(hooks: KernelHooks, scorer: string, input: ScoreInput): Graded {
  const score = hooks.score.for(scorer).call(input) ?? { scorer, version: '', value: null, parts: {} };
  const cap = hooks.gradeCap.call({ letter: null, reasons: [] }, input);
  const byScore = score.grade !== undefined ? score.grade : score.value === null ? null : gradeOf(score.value);
  const capped = byScore === null || cap.letter === null ? byScore : worseGrade(byScore, cap.letter);
  return { score, cap, uncappedGrade: byScore, grade: capped };
}
