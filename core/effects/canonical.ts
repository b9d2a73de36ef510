import { canonical } from '../schema/keywords.js';

/** Servers send values nested thousands deep; nobody compares records like that. */
const MAX_DEPTH = 200;

/** One text for all JSON values that are equal, whatever the order of their members; undefined when it is nested too deeply to tell. */
export function canonicalJson(value: unknown): string | undefined {
  return isDeeperThan(MAX_DEPTH, value) ? undefined : canonical(value);
}

/** Whether lists and objects are nested more than so many levels. Level by level, so that depth costs no stack. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((part) =>
      typeof part === 'object' && part !== null ? (Object.values(part) as unknown[]) : [],
    );
  }
  return false;
}
