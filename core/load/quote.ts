import type { Path } from '../origin.js';

/** Longest text of a value that is quoted in a message. */
const MAX_QUOTED = 60;

/** A value as a message quotes it, shortened. */
export function quote(value: unknown): string {
  const text = jsonOf(value);
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1)}…`;
}

/** What a program hands over may hold itself, or what JSON has not. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? String(value) : typeWords(value);
  }
}

/** `reports[0].path`. */
export function showPath(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** What a value is, for messages that must not show it. */
export function typeWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  const words: Readonly<Record<string, string>> = { string: 'a text', object: 'an object' };
  return words[typeof value] ?? `a ${typeof value}`;
}
