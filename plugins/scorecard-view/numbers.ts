/** Numbers as people read them. */

/** So that a half is a half although 0.285 * 100 is not 28.5 in floating point. */
const TOLERANCE = 1e-9;

/** A share as a whole percent, halves to even: `86 %`. */
export function percent(share: number): string {
  const exact = share * 100;
  const below = Math.floor(exact + TOLERANCE);
  const rest = exact - below;
  const up = Math.abs(rest - 0.5) < TOLERANCE ? below % 2 === 1 : rest > 0.5;
  return `${up ? below + 1 : below} %`;
}

/** Milliseconds with one decimal: `12.3 ms`. */
export function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** At most `most` of the texts, and how many more there are: `a, b, c and 2 more`. */
export function someOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return texts.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
