/** `{key}` and `{marker}` in the arguments that an author declares. Scorecard specification, 4. */

import { isObject } from '../json.js';

export interface PlaceholderValues {
  readonly key: unknown;
  readonly marker: string;
}

const PLACEHOLDER = /\{(key|marker)\}/g;

export function hasPlaceholder(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/** The text filled in. One that is nothing but `{key}` becomes the key itself, which may be a number. */
export function fillText(text: string, { key, marker }: PlaceholderValues): unknown {
  if (text === '{key}') return key;
  return text.replaceAll(PLACEHOLDER, (_, name: string) => (name === 'key' ? String(key) : marker));
}

/** A copy of a declared value with all its texts filled in. */
export function fillPlaceholders(value: unknown, values: PlaceholderValues): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (Array.isArray(value)) return (value as readonly unknown[]).map((item) => fillPlaceholders(item, values));
  if (!isObject(value)) return value;
  // Not by assignment: a member may be called `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillPlaceholders(member, values)]));
}
