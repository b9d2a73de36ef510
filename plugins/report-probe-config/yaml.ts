/** YAML as a person would write it, of plain data. What a server chose is quoted, and stands in comments on one line. */

import { isObject, printable } from '../../core/index.js';

/** Reads the same with and without quotes, in every version of YAML. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z_][A-Za-z0-9_-]*$/i;

/** A value on one line. */
export function inline(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? value : quoted(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, member]) => `${inline(name)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** In double quotes JSON and YAML agree; what is not plain ASCII stands as an escape. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A name inside a comment. */
export function named(name: string): string {
  return printable(name, { max: 60 }) || '""';
}

/** An entry of a list with the comment above it. One that the author has to confirm first is commented out. */
export interface Entry {
  readonly comment: string;
  readonly members: readonly (readonly [name: string, value: unknown])[];
  readonly active: boolean;
}

/** How much may still be written. */
export interface Room {
  left: number;
}

/** A list under its key; without an active entry, the key is commented out as well. What there is no room for is counted. */
export function list(key: string, entries: readonly Entry[], room: Room): readonly string[] {
  const fitting = entries
    .map((entry) => ({ ...entry, lines: entryLines(entry) }))
    .filter(({ lines }) => take(room, lines));
  if (entries.length === 0) return [];
  const active = fitting.some((entry) => entry.active);
  const more = entries.length - fitting.length;
  const left = `  # ${more} more are too many or too long to stand here.`;
  if (fitting.length === 0) return [`# ${key}:`, left];
  return [`${active ? '' : '# '}${key}:`, ...fitting.flatMap(({ lines }) => lines), ...(more > 0 ? [left] : [])];
}

function take(room: Room, lines: readonly string[]): boolean {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (length > room.left) return false;
  room.left -= length;
  return true;
}

function entryLines({ comment, members, active }: Entry): readonly string[] {
  const mark = active ? '  ' : '#   ';
  const lines = members.map(([name, value], at) => `${mark}${at === 0 ? '- ' : '  '}${name}: ${inline(value)}`);
  return [`  # ${comment}`, ...lines];
}
