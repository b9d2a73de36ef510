import type { Origin } from './model.js';

/** Names of members and places in lists, from the root of a value down to one part of it. */
export type Path = readonly (string | number)[];

/** Something wrong with one part of what an author wrote. */
export interface Problem {
  readonly path: Path;
  /** The key itself is wrong, not the value behind it. */
  readonly atKey?: boolean;
  /** What is wrong, quoting what was written, and what to do next. May hold a second line, indented. */
  readonly message: string;
}

/** Finds where a part of a value was written. A part that was not written is found where its closest parent was. */
export type Locate = (path: Path, atKey?: boolean) => Origin;

/** `file:line:column`, as far as it is known. */
export function placeOf({ source, line, column }: Origin): string {
  return [source, line, column].filter((part) => part !== undefined).join(':');
}

/** A problem as the user reads it: `file:line:column  what is wrong`. */
export function describeProblem({ path, atKey, message }: Problem, locate: Locate): string {
  return `${placeOf(locate(path, atKey))}  ${message}`;
}

/** Several problems as the user reads them, in the order of the text. */
export function describeProblems(problems: readonly Problem[], locate: Locate): readonly string[] {
  const placed = problems.map((problem) => ({ problem, origin: locate(problem.path, problem.atKey) }));
  placed.sort(({ origin: a }, { origin: b }) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return placed.map(({ problem }) => describeProblem(problem, locate));
}
