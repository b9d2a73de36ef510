import { worseGrade } from '../grade.js';
import type { GradeCap, ScoreInput } from '../model.js';
import type { Faults } from './faults.js';

/** A `gradeCap` listener that cannot raise what others have lowered; trying to is named as a fault. */
export function onlyLowering(
  plugin: string,
  faults: Faults,
  listener: (cap: GradeCap, input: ScoreInput) => GradeCap | undefined,
): (cap: GradeCap, input: ScoreInput) => GradeCap {
  return (cap, input) => {
    const next = listener(cap, input) ?? cap;
    if (cap.letter === null || (next.letter !== null && worseGrade(cap.letter, next.letter) === next.letter))
      return next;
    faults.add(
      plugin,
      'gradeCap',
      new Error(`it tried to raise the cap from ${cap.letter} to ${next.letter ?? 'none'}`),
      'The cap stays as it was.',
    );
    return cap;
  };
}
