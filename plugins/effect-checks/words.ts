/** Small words that messages of checks are made of. */

/** `1 line`, `2 lines`. */
export function counted(count: number, unit: 'lines' | 'items'): string {
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly (string | number)[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A name as it stands in a message: servers choose names of any length. */
export function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
