/** The list in which a tool takes its records. */

import { isObject, type JsonObject, type ProbeRecord, type RecordPlan } from '../../core/index.js';

/** The property that holds the records, each an object with its key in it; undefined when the tool takes one at a time. */
export function listOf({ root }: RecordPlan, record: ProbeRecord): string | undefined {
  const keys = record.fields.filter(({ isKey }) => isKey);
  const [first] = keys;
  const list = /^([^.[\]]+)\[0\]\.[^.[\]]+$/.exec(first?.path ?? '')?.[1];
  if (list === undefined || root.kind !== 'object') return undefined;
  return itemsIn(record, list).length === 1 && isObject(itemsIn(record, list)[0]) ? list : undefined;
}

/** The items that a record has in this list. */
export function itemsIn(record: ProbeRecord, list: string): readonly unknown[] {
  const items = record.arguments[list];
  return Array.isArray(items) ? (items as readonly unknown[]) : [];
}

/** The arguments of the first record with these items in its list. */
export function withItems({ arguments: made }: ProbeRecord, list: string, items: readonly unknown[]): JsonObject {
  return { ...made, [list]: items };
}
