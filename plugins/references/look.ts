import { isReadOnlyTool, isUntouchable, isWriteTool, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { linkPlanOf } from '../effect-checks/link-plan.js';
import { demandsExisting } from './contract.js';
import { Dangling } from './dangling.js';

/** One observation when the tool stores references to records of another tool. */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  if (isReadOnlyTool(tool) || isUntouchable(tool) || !isWriteTool(tool, new Set(effects.writes))) return;
  const plan = await linkPlanOf(scope, tool);
  if (plan === undefined) return;
  const names = plan.references.map(({ leaf }) => leaf.name);
  // Who did something is a plain label, unless the tool says otherwise.
  if (plan.references.some(({ isActor }) => isActor) && !demandsExisting(tool, names)) return;
  await observeCheck(scope, 'tool.reference', new Dangling({ scope, plan }));
}
