/** Something the user wrote is wrong: a flag, a config, a rule, an arguments file. Ends the run with exit code 2 before any server is contacted. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** Every problem that was found, each "where  what, and what to do next". Never empty. */
  readonly problems: readonly string[];
  constructor(problems: string | readonly string[]) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(list.join('\n'));
    this.problems = list;
  }
}
