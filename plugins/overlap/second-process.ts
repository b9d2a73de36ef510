import { type Catalog, type OpenSession, type ProbeScope, ServerError } from '../../core/index.js';
import { observeCheck } from '../effect-checks/check.js';
import { soundStoresOf } from './facts.js';
import { SharedStore } from './shared-store.js';

/** Stores that are tried: most servers keep all their records in one place. */
const MOST_STORES = 2;

/** The second process of a run, started for the first store that needs it. */
const SECOND = new WeakMap<Catalog, Promise<OpenSession | undefined>>();

/**
 * One observation when the tool belongs to one of the first stores and a second process shows that store as well. Only
 * where the target is a command: another session over HTTP reaches the same process.
 */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  if (scope.transport !== 'stdio') return;
  const first = [...soundStoresOf(scope.catalog)].slice(0, MOST_STORES);
  const store = first.find(({ tool }) => tool === scope.subject.tool);
  if (store === undefined) return;
  const second = await secondOf(scope);
  if (second === undefined) return;
  const check = new SharedStore({ scope, store, second, settleMs });
  if (await check.isShared()) await observeCheck(scope, 'tool.overlap', check);
}

/** The run ends it with all its sessions; one that has died is not started anew. */
function secondOf(scope: ProbeScope<'tool'>): Promise<OpenSession | undefined> {
  let second = SECOND.get(scope.catalog);
  if (second === undefined) SECOND.set(scope.catalog, (second = opened(scope)));
  return second;
}

/** Undefined when the server does not run twice: nobody has asked it to. */
async function opened({ sessions }: Pick<ProbeScope, 'sessions'>): Promise<OpenSession | undefined> {
  try {
    return await sessions.open();
  } catch (error) {
    if (error instanceof ServerError) return undefined;
    throw error;
  }
}
