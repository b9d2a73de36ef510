import { isReadOnlyTool, isUntouchable, ledgerOf, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { textPathOf } from '../effect-checks/lined-record.js';
import { storesOf } from '../effect-checks/stores.js';
import { textEditOf } from '../effect-checks/text-edit.js';
import { DryEdit } from './dry-edit.js';
import { DryWrite } from './dry-write.js';
import { type Flag, flagOf } from './flag.js';

/** One observation for each tool that takes such a flag, and stores records or edits the texts of stored ones. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (isReadOnlyTool(tool) || !isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  const flag = await flagOf(scope, tool);
  if (flag === undefined) return;
  const store = storesOf(catalog).find((one) => one.tool === tool);
  // Who declares a pair says that it may be written to.
  if (store?.pair === undefined && isUntouchable(tool)) return;
  if (store === undefined) return lookAtEdits(scope, flag, settleMs);
  if (!Object.hasOwn(store.pair?.writeArgs ?? {}, flag.name))
    await observeCheck(scope, 'tool.dry-run', new DryWrite({ scope, store, flag, settleMs }));
}

async function lookAtEdits(scope: ProbeScope<'tool'>, flag: Flag, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, values } = scope;
  const edit = await textEditOf(subject.tool, values(subject.tool));
  if (edit === undefined) return;
  for (const store of storesOf(catalog)) {
    const textPath = textPathOf(store);
    const own = ledgerOf(catalog).of(store.tool).at(-1);
    if (textPath === undefined || own === undefined) continue;
    if (edit.argumentsFor(own, '000000', '', '') === undefined) continue;
    return observeCheck(scope, 'tool.dry-run', new DryEdit({ scope, store, edit, textPath, flag, settleMs }));
  }
}
