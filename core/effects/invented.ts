/** Names of records that do not exist, in the shape of ones that do. */

import { markerFor } from './marker.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Above what anybody counts to, and below what 32 bits hold. */
const FAR = 1_900_000_000;

/**
 * A value like this one that names nothing: another number at the end of `req-4`, another uuid, a number far beyond all
 * others, a text of ours. `hex`: six digits that the run has not used yet.
 */
export function inventedLike(value: unknown, hex: string, field = 'unknown'): string | number {
  const number = Number.parseInt(hex, 16);
  if (typeof value === 'number') return FAR + number;
  const text = typeof value === 'string' ? value : '';
  if (UUID.test(text)) return `${hex}00-0000-4000-8000-${hex}${hex}`;
  const numbered = /^([a-z]+[-_:#]?)\d+$/i.exec(text);
  if (/^\d+$/.test(text)) return String(FAR + number);
  if (numbered !== null && !/^tsp/i.test(text)) return `${numbered[1]}${FAR + number}`;
  const ending = /\.[a-z0-9]{1,5}$/i.exec(text)?.[0] ?? '';
  return `${markerFor(hex, field)}${ending}`;
}
