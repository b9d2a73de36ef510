import { type ProbeScope, reachesOut } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { MissingTarget } from './missing-target.js';
import { actsOnRecord } from './acts.js';

/** One observation for each tool that changes or ends a record which is there already. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool, readOnly } = subject;
  if (readOnly || !isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  const act = actsOnRecord(tool);
  if (act === undefined || reachesOut(tool)) return;
  await observeCheck(scope, 'tool.missing-target', new MissingTarget({ scope, act, settleMs }));
}
