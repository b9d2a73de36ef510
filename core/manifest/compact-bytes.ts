/** How large a value of a server is, whatever its shape. */

import { isObject } from '../json.js';

/**
 * UTF-8 bytes of a JSON value written compactly, nothing outside ASCII escaped. Iterative, because `JSON.stringify`
 * throws at what a server may nest.
 */
export function compactBytes(value: unknown): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (Array.isArray(part)) {
      bytes += frameBytes(part.length);
      for (const item of part) open.push(item);
    } else if (isObject(part)) {
      const names = Object.keys(part);
      bytes += frameBytes(names.length);
      for (const name of names) {
        bytes += scalarBytes(name) + 1;
        open.push(part[name]);
      }
    } else bytes += scalarBytes(part);
  }
  return bytes;
}

/** The brackets, and the commas between so many members. */
function frameBytes(members: number): number {
  return 2 + Math.max(0, members - 1);
}

function scalarBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
