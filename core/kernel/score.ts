import { gradeOf, GRADES } from '../grade.js';
import type { Grade, GradeCap, Score, ScoreInput } from '../model.js';
import type { Faults } from './faults.js';
import type { KernelHooks } from './taps.js';

export interface Graded {
  readonly score: Score;
  readonly cap: GradeCap;
  readonly uncappedGrade: Grade | null;
  readonly grade: Grade | null;
}

const worse = (a: Grade, b: Grade): Grade => (GRADES.indexOf(a) >= GRADES.indexOf(b) ? a : b);

/** The score by the named scorer, its letter, and the letter that the caps leave. Caps can only lower. */
export function grade(hooks: KernelHooks, scorer: string, input: ScoreInput): Graded {
  const score = hooks.score.for(scorer).call(input) ?? { scorer, version: '', value: null, parts: {} };
  const cap = hooks.gradeCap.call({ letter: null, reasons: [] }, input);
  const byScore = score.grade !== undefined ? score.grade : score.value === null ? null : gradeOf(score.value);
  const capped = byScore === null || cap.letter === null ? byScore : worse(byScore, cap.letter);
  return { score, cap, uncappedGrade: byScore, grade: capped };
}

/** A `gradeCap` listener that cannot raise what others have lowered; trying to is named as a fault. */
export function onlyLowering(
  plugin: string,
  faults: Faults,
  listener: (cap: GradeCap, input: ScoreInput) => GradeCap | undefined,
): (cap: GradeCap, input: ScoreInput) => GradeCap {
  return (cap, input) => {
    const next = listener(cap, input) ?? cap;
    if (cap.letter === null || (next.letter !== null && worse(cap.letter, next.letter) === next.letter)) return next;
    faults.add(
      plugin,
      'gradeCap',
      new Error(`it tried to raise the cap from ${cap.letter} to ${next.letter ?? 'none'}`),
      'The cap stays as it was.',
    );
    return cap;
  };
}
