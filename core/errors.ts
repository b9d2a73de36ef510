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

/** A file of toolscore's own cannot be read or written: neither the user nor the server did anything wrong. Exit code 3. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}

/** What was thrown, in one line. Anything at all can be thrown. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0]?.slice(0, 300) || 'no message';
}
