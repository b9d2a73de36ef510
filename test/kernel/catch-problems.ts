import { UsageError } from '../../core/errors.js';

/** The problems of the UsageError that `run` throws. */
export function catchProblems(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  throw new Error('expected a UsageError');
}
