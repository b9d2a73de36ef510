/** Plain JSON, the only thing probes, rules and scorers exchange. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object whose members are not known. Never index it with text from a server without `Object.hasOwn`. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** True for a plain object: not null, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Freezes plain data at every level and returns it. Iterative, because servers send schemas nested thousands deep. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const member of Object.values(next)) open.push(member);
  }
  return value;
}
