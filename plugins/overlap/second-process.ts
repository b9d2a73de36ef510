import { type OpenSession, type ProbeScope, ServerError } from '../../core/index.js';
import { observeCheck } from '../effect-checks/check.js';
import { soundStoresOf } from './facts.js';
import { SharedStore } from './shared-store.js';

/** Stores that are tried, the server started once for each: most servers keep all their records in one place. */
const MOST_STORES = 2;

/**
 * One observation when the tool belongs to one of the first stores and a second process shows that store as well. Only
 * where the target is a command: another session over HTTP reaches the same process.
 */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  if (scope.transport !== 'stdio') return;
  const first = [...soundStoresOf(scope.catalog)].slice(0, MOST_STORES);
  const store = first.find(({ tool }) => tool === scope.subject.tool);
  const second = store === undefined ? undefined : await opened(scope);
  if (store === undefined || second === undefined) return;
  try {
    const check = new SharedStore({ scope, store, second, settleMs });
    if (await check.isShared()) await observeCheck(scope, 'tool.overlap', check);
  } finally {
    await second.close();
  }
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
