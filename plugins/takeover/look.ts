import { hasFixedKey, keyTexts, type ProbeScope, valueMarkers } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { type Store, storesOf } from '../effect-checks/stores.js';
import { creates, moves, promiseOfPlace } from './contract.js';
import { Moving } from './moving.js';
import { SameKey } from './same-key.js';
import { ownIdOf, TakenId } from './taken-id.js';

/** One observation for each tool that makes records under keys of the caller's, and for each that moves them. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool, readOnly } = subject;
  if (readOnly || !isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  if (moves(tool)) return observeCheck(scope, 'tool.takeover', new Moving(scope, settleMs));
  const store = storesOf(catalog).find((one) => one.tool === tool);
  if (store === undefined) return;
  if (suits(store)) await observeCheck(scope, 'tool.takeover', new SameKey(scope, store, settleMs));
  const id = ownIdOf(store);
  // Where the key is the id, the round trip has seen what becomes of a second record.
  if (id !== undefined && !id.isKey)
    await observeCheck(scope, 'tool.stored-id', new TakenId(scope, store, id, settleMs));
}

/** Without a key of the caller's there is no place that could be taken, and without values nothing that could be lost. */
function suits({ tool, first: { record }, sameKey }: Store): boolean {
  if (sameKey !== 'updated' || !(creates(tool) || promiseOfPlace(tool) === 'keeps')) return false;
  return !hasFixedKey(record) && keyTexts(record).length > 0 && valueMarkers(record).length > 0;
}
