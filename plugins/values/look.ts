import { isDestructiveTool, isReadOnlyTool, isUntouchable, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { OwnStore, storesOf } from '../effect-checks/stores.js';
import { AfterRefusal } from './after-refusal.js';
import { lineEndChecks } from './line-ends.js';
import { oddNumberChecks } from './odd-numbers.js';
import { observeReaders } from './readers-after.js';
import { TextKept } from './text-kept.js';
import { WrongValues } from './wrong-values.js';

/** What one tool makes of wrong values: what only reads first, what may spoil a store last. */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { tool } = scope.subject;
  if (!isNamed(tool, scope.catalog) || scope.effects.exclude.includes(tool.name) || isUntouchable(tool)) return;
  if (isReadOnlyTool(tool)) {
    for (const check of oddNumberChecks(scope)) await observeCheck(scope, 'tool.odd-numbers', check);
    for (const check of lineEndChecks(scope)) await observeCheck(scope, 'tool.line-ends', check);
  }
  if (isDestructiveTool(tool) || !scope.mayCall(tool).allowed) return;
  const store = storesOf(scope.catalog).find((one) => one.tool === tool);
  const own = store === undefined ? undefined : new OwnStore(scope, store);
  // While nothing is broken yet.
  if (own !== undefined) await observeCheck(scope, 'tool.text-kept', new TextKept(scope, own));
  const check = new WrongValues(scope, own);
  await observeCheck(scope, 'tool.wrong-values', check);
  if (own === undefined) return;
  await observeCheck(scope, 'tool.after-refusal', new AfterRefusal(scope, own, check));
  await observeReaders(scope, own, check.acceptedWords);
}
