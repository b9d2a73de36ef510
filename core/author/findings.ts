/** What `toolscore pack check` finds: problems, which keep a pack from being published, and advice, which does not. */

import { describeProblem, type Locate, type Problem } from '../origin.js';

export class PackFindings {
  readonly problems: string[] = [];
  readonly advice: string[] = [];

  /** What is wrong with a part of a file. */
  problem(locate: Locate, path: Problem['path'], message: string, atKey = false): void {
    this.problems.push(describeProblem({ path, message, atKey }, locate));
  }

  /** What would be better. */
  advise(locate: Locate, path: Problem['path'], message: string, atKey = false): void {
    this.advice.push(describeProblem({ path, message, atKey }, locate));
  }
}

/** What can be placed no closer than a file, or a line of it. */
export const inFile =
  (source: string, line?: number): Locate =>
  () => ({ source, ...(line !== undefined && { line, column: 1 }) });
