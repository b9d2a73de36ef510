import { isReadOnlyTool, isUntouchable, ledgerOf, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { storesOf } from '../effect-checks/stores.js';
import { takesMany } from '../effect-checks/takes-many.js';
import { Creates } from './creates.js';
import { Edits } from './edits.js';
import { textPathOf } from '../effect-checks/lined-record.js';
import { findMoreStores } from './more-stores.js';
import { textEditOf } from '../effect-checks/text-edit.js';

/** One observation for each store of the tool that takes many records, and one when it edits the text of another one. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  await findMoreStores(scope, settleMs);
  for (const store of storesOf(catalog).filter((one) => one.tool === tool)) {
    // Who declares a pair says that it may be written to.
    if (store.pair === undefined && isUntouchable(tool)) continue;
    if (takesMany(store)) await observeCheck(scope, 'tool.overlap', new Creates({ scope, store, settleMs }));
  }
  if (!isReadOnlyTool(tool) && !isUntouchable(tool)) await lookAtEdits(scope, settleMs);
}

async function lookAtEdits(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, values } = scope;
  const edit = await textEditOf(subject.tool, values(subject.tool));
  if (edit === undefined) return;
  for (const store of storesOf(catalog)) {
    const textPath = textPathOf(store);
    const own = ledgerOf(catalog).of(store.tool).at(-1);
    if (textPath === undefined || own === undefined) continue;
    if (edit.argumentsFor(own, '000000', '', '') === undefined) continue;
    return observeCheck(scope, 'tool.overlap', new Edits({ scope, store, edit, textPath, settleMs }));
  }
}
