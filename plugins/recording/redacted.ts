import { canonicalJson, isObject, type JsonObject, REDACTED } from '../../core/index.js';

/**
 * A copy of a value that is not deep, with every text redacted. A number that is a secret becomes a text. Names of
 * members are ours or the server's, whose frames were redacted before anybody parsed them.
 */
export function redacted<T>(value: T, redact: (text: string) => string): T {
  const copy = (from: unknown): unknown => {
    if (typeof from === 'string') return redact(from);
    if (typeof from === 'number') return redact(String(from)) === REDACTED ? REDACTED : from;
    if (Array.isArray(from)) return from.map(copy);
    // Not by assignment: a member may be called `__proto__`.
    if (isObject(from)) return Object.fromEntries(Object.entries(from).map(([name, member]) => [name, copy(member)]));
    return from;
  };
  return copy(value) as T;
}

/** The members that somebody else wrote, redacted; the others hold words of ours alone. */
export function redactedMembers<T extends object>(
  line: T,
  names: readonly string[],
  redact: (text: string) => string,
): T {
  const members = Object.entries(line as JsonObject).map(([name, value]) => [
    name,
    names.includes(name) ? redacted(value, redact) : value,
  ]);
  return Object.fromEntries(members) as T;
}

/** One text for all arguments that are recorded alike; undefined when they are nested too deeply to tell. */
export function keyOf(params: unknown, redact: (text: string) => string): string | undefined {
  return canonicalJson(params) === undefined ? undefined : canonicalJson(redacted(params, redact));
}
