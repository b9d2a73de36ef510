import {
  type BoundUnit,
  canonicalJson,
  itemsOf,
  type JsonObject,
  type Reading,
  readingOf,
  textLines,
} from '../../core/index.js';

/** How the answers of one check are counted. */
export interface Counter {
  readonly unit: 'lines' | 'items';
  /** Items are lines of prose because the answer is no data: they need not be items. */
  readonly prose: boolean;
  /** One text for each item; undefined when the answer has another form than the one that decided how to count. */
  readonly of: (result: JsonObject) => readonly string[] | undefined;
}

/** How to count answers like this one, the fullest of them; undefined when nobody can tell what its items are. */
export function counterFor(fullest: JsonObject, unit: BoundUnit): Counter | undefined {
  if (unit === 'lines') return { unit, prose: false, of: textLines };
  const reading = readingOf(fullest);
  if (reading === undefined || (reading.from === 'lines' && unit === 'items')) return undefined;
  return { unit: 'items', prose: reading.from === 'lines', of: (result) => keysOf(result, reading) };
}

function keysOf(result: JsonObject, reading: Reading): readonly string[] | undefined {
  const items = itemsOf(result, reading);
  // An item nested too deeply to compare still counts; it is like every other such item.
  return reading.from === 'lines' ? (items as readonly string[]) : items?.map((item) => canonicalJson(item) ?? '');
}
