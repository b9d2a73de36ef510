import { isReadOnlyTool, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { OwnStore, storesOf } from '../effect-checks/stores.js';
import { filterChecks } from './filter.js';
import { WholeList } from './whole-list.js';

/** One observation for each list of records of our own, and for each filter that it has. */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { tool } = scope.subject;
  if (!isReadOnlyTool(tool) || !isNamed(tool, scope.catalog) || scope.effects.exclude.includes(tool.name)) return;
  const store = storesOf(scope.catalog).find(({ confirmed }) =>
    confirmed.some(({ reader }) => reader.choice.tool === tool),
  );
  if (store === undefined || !scope.mayCall(store.tool).allowed) return;
  for (const check of filterChecks(scope, new OwnStore(scope, store))) await observeCheck(scope, 'tool.filter', check);
  const asked = store.confirmed.some(
    ({ reader }) => reader.choice.tool === tool && reader.isAskedFor(store.first.record),
  );
  if (!asked) await observeCheck(scope, 'tool.whole-list', new WholeList(scope, new OwnStore(scope, store)));
}
