/** How long a JSON value is when it is written, without writing it. */

import { isObject } from './json.js';

/** How one way of writing JSON counts its parts, all in one unit. */
export interface JsonMeasure {
  /** A text in its quotes: a value, or the name of a member. */
  readonly text: (text: string) => number;
  /** Any value that is no text, no list and no object. */
  readonly scalar: (value: unknown) => number;
  /** What stands between two members, and between a name and its value. */
  readonly comma: number;
  readonly colon: number;
}

/** Iterative, because servers send schemas nested thousands deep, at which `JSON.stringify` throws. */
export function jsonSize(value: unknown, { text, scalar, comma, colon }: JsonMeasure): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') size += text(part);
    else if (Array.isArray(part)) {
      size += frame(part.length, comma);
      for (const item of part) open.push(item);
    } else if (isObject(part)) {
      const names = Object.keys(part);
      size += frame(names.length, comma);
      for (const name of names) {
        size += text(name) + colon;
        open.push(part[name]);
      }
    } else size += scalar(part);
  }
  return size;
}

/** The brackets, and what stands between so many members. */
function frame(members: number, comma: number): number {
  return 2 + Math.max(0, members - 1) * comma;
}
