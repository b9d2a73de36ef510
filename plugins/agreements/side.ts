/** The items of one side of an agreement. */

import {
  canonicalJson,
  isObject,
  isPartial,
  itemsOf,
  type JsonObject,
  readingOf,
  textItems,
} from '../../core/index.js';
import { CannotTell } from '../effect-checks/check.js';
import { listed, shortened } from '../effect-checks/words.js';

/** What one side returned, before it is known which field is compared. */
export interface SideItems {
  /** How messages call it: `list_notes (right)`. */
  readonly name: string;
  readonly items: readonly unknown[];
  /** The answer is one object, which may be a record or something else. */
  readonly single: boolean;
  /** It says that there is more. */
  readonly partial: boolean;
}

/** The part of a side that is compared. */
export interface SideKeys {
  readonly keys: readonly string[];
  /** Items without the field. */
  readonly ignored: number;
}

/**
 * The items of an answer. Lines of prose count only when the author says so: a heading is no item.
 * @throws CannotTell when its items cannot be told
 */
export function sideItems(name: string, result: JsonObject, unit: 'auto' | 'lines'): SideItems {
  const reading = readingOf(result);
  const items = reading === undefined ? undefined : itemsOf(result, reading);
  if (reading === undefined || items === undefined)
    throw new CannotTell(`nobody can tell what the items of ${name} are: its answer holds no list, or several`);
  if (reading.from === 'lines' && unit === 'auto')
    throw new CannotTell(
      `${name} answers in prose, whose lines need not be items; say unit: lines in the agreement if each line is one`,
    );
  const single = reading.from === 'record' || (reading.from === 'texts' && textItems(result).length === 1);
  return { name, items, single, partial: isPartial(result, items.length) };
}

/**
 * What of a side is compared: a field of each item, its own or that of the other side, or the items as they are.
 * @throws CannotTell when that is not there
 */
export function sideKeys(side: SideItems, own: string | undefined, other: string | undefined): SideKeys {
  const objects = side.items.filter(isObject);
  const field = own ?? (objects.length > 0 ? other : undefined);
  if (field === undefined) return { keys: side.items.map((item) => keyOf(side, item)), ignored: 0 };
  const having = objects.filter((item) => Object.hasOwn(item, field));
  if (having.length === 0 && side.items.length > 0) {
    const names = [...new Set(objects.flatMap((item) => Object.keys(item)))].slice(0, 8).map((name) => shortened(name));
    const has = names.length === 0 ? 'they are no objects' : `they have ${listed(names)}`;
    throw new CannotTell(`no item of ${side.name} has the field "${shortened(field)}"; ${has}`);
  }
  return { keys: having.map((item) => keyOf(side, item[field])), ignored: side.items.length - having.length };
}

/**
 * An answer that is one object stands for a list of one only when the other side has such records, too.
 * @throws CannotTell when it does not
 */
export function demandRecords(side: SideItems, other: SideItems, field: string | undefined): void {
  const [item] = side.items;
  if (!side.single || !isObject(item) || field !== undefined) return;
  const namesOf = (one: JsonObject): string => JSON.stringify(Object.keys(one).toSorted());
  if (other.items.some((one) => isObject(one) && namesOf(one) === namesOf(item))) return;
  throw new CannotTell(
    `${side.name} answers with one object that is no list, and no item of the other side is like it`,
  );
}

function keyOf({ name }: SideItems, item: unknown): string {
  const key = canonicalJson(item);
  if (key === undefined) throw new CannotTell(`an item of ${name} is nested too deeply to compare`);
  return key;
}
