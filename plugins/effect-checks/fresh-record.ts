import { ledgerOf, type OwnRecord } from '../../core/index.js';
import type { OwnStore } from './stores.js';

/**
 * Stores a new record, and learns from the readers how the server calls it; undefined when it is refused or does not show.
 * @throws CannotTell when the connection or the run is over, or a reader could not be read
 */
export async function freshRecord(store: OwnStore, step: string): Promise<OwnRecord | undefined> {
  const written = await store.send(step);
  if (written.kind !== 'stored') return undefined;
  const { records, seen } = await store.missing([written.record], 'after it was written');
  const own = store.own(written.record);
  if (own === undefined || records.length > 0) return undefined;
  const ledger = ledgerOf(store.scope.catalog);
  return seen.all.reduce((known, { result }) => (result === undefined ? known : ledger.learn(known, result)), own);
}
