import { UsageError } from '../../core/errors.js';

/** The problems of the UsageError that `run` throws. */
export async function catchProblems(run: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await run();
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  throw new Error('expected a UsageError');
}
