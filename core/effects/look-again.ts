import { pause } from './settle.js';

export interface Waiting {
  /** Milliseconds before each further look. */
  readonly settleMs: readonly number[];
  readonly signal: AbortSignal;
}

/** Looks until `isFine`, or until all waits are used up or the run is over; what was seen each time, the last one last. */
export async function lookUntil<T>(
  isFine: (seen: T) => boolean,
  look: () => Promise<T>,
  { settleMs, signal }: Waiting,
): Promise<readonly [T, ...T[]]> {
  const seen: [T, ...T[]] = [await look()];
  for (const ms of settleMs) {
    if (isFine(seen[seen.length - 1] as T) || signal.aborted) break;
    await pause(ms, signal);
    seen.push(await look());
  }
  return seen;
}

/** What is left of waits when some milliseconds have passed already; those that are over are left out. */
export function restOf(settleMs: readonly number[], passedMs: number): readonly number[] {
  let left = passedMs;
  return settleMs.flatMap((ms) => {
    const rest = ms - left;
    left = Math.max(0, -rest);
    return rest > 0 ? [rest] : [];
  });
}
