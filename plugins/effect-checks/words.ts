/** Small words that messages of checks are made of. */

/** `1 line`, `2 lines`. */
export function counted(count: number, unit: 'lines' | 'items'): string {
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly (string | number)[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A name or what a server said as it stands in a message: servers choose texts of any length. */
export function shortened(text: string, max = 60): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/** What a server said, without a full stop at its end, so that a sentence can go on or end behind it. */
export function unended(reason: string): string {
  return reason.replace(/[.\s]+$/, '');
}
