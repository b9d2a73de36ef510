/** How the answers of one check are counted: all in one way. */

import {
  type BoundUnit,
  canonicalJson,
  isDataText,
  itemsOf,
  type JsonObject,
  looksLikeOneRecord,
  type Reading,
  readingOf,
  textLines,
} from '../../core/index.js';
import { CannotTell } from '../effect-checks/check.js';
import type { BoundCheck } from './plan.js';

export interface Counter {
  readonly unit: 'lines' | 'items';
  /** Items are lines of prose because the answer is no data: they need not be items. */
  readonly prose: boolean;
  /** One text for each item; undefined when the answer has another form than the one that decided how to count. */
  readonly of: (result: JsonObject) => readonly string[] | undefined;
}

/**
 * How to count these answers, as the fullest of them shows.
 * @throws CannotTell when nobody can tell what its items are
 */
export function counterFor(
  { unit, declared }: BoundCheck,
  fullest: JsonObject,
  others: readonly JsonObject[],
): Counter {
  if (declared) return counting(fullest, unit) ?? cannotTell(unit, 'say unit: lines in the relation');
  const instead = 'declare a relation with unit: lines';
  // Lines of text that came wrapped in data would be counted with the wrapping.
  const wrapped = unit === 'lines' && areData([fullest, ...others]);
  if ((unit !== 'lines' || wrapped) && looksLikeOneRecord(fullest)) return cannotTell('auto', instead);
  return counting(fullest, wrapped ? 'auto' : unit) ?? cannotTell(unit, instead);
}

function cannotTell(unit: BoundUnit, otherwise: string): never {
  throw new CannotTell(
    unit === 'lines'
      ? 'its answer holds no text whose lines could be counted'
      : `nobody can tell what the items of its answer are; ${otherwise} if its lines are to be counted`,
  );
}

function counting(fullest: JsonObject, unit: BoundUnit): Counter | undefined {
  if (unit === 'lines') return textLines(fullest) === undefined ? undefined : { unit, prose: false, of: textLines };
  const reading = readingOf(fullest);
  if (reading === undefined || (reading.from === 'lines' && unit === 'items')) return undefined;
  return { unit: 'items', prose: reading.from === 'lines', of: (result) => keysOf(result, reading) };
}

/** A file may hold JSON, but its first lines do not; and data on one line is one line in any case. */
function areData(results: readonly JsonObject[]): boolean {
  const full = results.filter((result) => textLines(result)?.length !== 0);
  return full.every(isDataText) && full.some((result) => (textLines(result)?.length ?? 0) > 1);
}

function keysOf(result: JsonObject, reading: Reading): readonly string[] | undefined {
  const items = itemsOf(result, reading);
  // An item nested too deeply to compare still counts; it is like every other such item.
  return reading.from === 'lines' ? (items as readonly string[]) : items?.map((item) => canonicalJson(item) ?? '');
}
