import { isUntouchable, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { storesOf } from '../effect-checks/stores.js';
import { Creates, takesMany } from './creates.js';

/** One observation for each store of the tool that takes many records. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  for (const store of storesOf(catalog).filter((one) => one.tool === tool)) {
    // Who declares a pair says that it may be written to.
    if (store.pair === undefined && isUntouchable(tool)) continue;
    if (takesMany(store)) await observeCheck(scope, 'tool.overlap', new Creates({ scope, store, settleMs }));
  }
}
