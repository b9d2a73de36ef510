import { hasFixedKey, isSingleValueWrite, keyTexts, replacementDoubt } from '../../core/index.js';
import type { Store } from './stores.js';

/** True for a store whose records have keys of their own, and which was not seen to lose them one after the other. */
export function takesMany({ tool, first: { record }, otherRecord, sameKey }: Store): boolean {
  if (otherRecord === 'lost' || sameKey === 'lost' || hasFixedKey(record)) return false;
  const keyPath = record.fields.find(({ isKey }) => isKey)?.path ?? '';
  return !isSingleValueWrite(tool, keyTexts(record).length > 0) && replacementDoubt(tool, keyPath) === undefined;
}
