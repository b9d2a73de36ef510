/** How large a value of a server is, whatever its shape. */

import { jsonSize } from '../json-size.js';

/** UTF-8 bytes of a JSON value written compactly, nothing outside ASCII escaped. */
export function compactBytes(value: unknown): number {
  return jsonSize(value, { text: bytesOf, scalar: bytesOf, comma: 1, colon: 1 });
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
