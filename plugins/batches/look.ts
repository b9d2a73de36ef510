import { contractDoubt, isReadOnlyTool, isUntouchable, isWriteTool, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { linkPlanOf } from '../effect-checks/link-plan.js';
import { storesOf } from '../effect-checks/stores.js';
import { GoodAndBad } from './good-and-bad.js';
import { listOf } from './list-argument.js';
import { SameKey } from './same-key.js';
import { SameRecord } from './same-record.js';
import { SameText, setAimOf } from './same-text.js';

/** A description that says what happens to duplicates, or that there may be some. */
const ALLOWS = /\bduplicates?\b|\bsame (?:name|key|title|id)\b[^.;]{0,30}\b(?:allowed|may|can)\b/i;

/** One observation for each form that fits the tool. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  const store = storesOf(catalog).find((one) => one.tool === tool);
  if (
    isReadOnlyTool(tool) ||
    !isWriteTool(tool, new Set(effects.writes)) ||
    (store?.pair === undefined && isUntouchable(tool))
  )
    return;
  if (ALLOWS.test(tool.description) || contractDoubt(tool) !== undefined) return;
  await lookAtLinks(scope);
  if (store === undefined) return lookAtTexts(scope, settleMs);
  const list = listOf(store.form.plan, store.first.record);
  if (list === undefined) return;
  await observeCheck(scope, 'tool.batch', new SameKey({ scope, store, list, settleMs }));
  await observeCheck(scope, 'tool.batch', new GoodAndBad({ scope, store, list, settleMs }));
}

async function lookAtTexts(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const aim = await setAimOf(scope, scope.subject.tool);
  if (aim !== undefined) await observeCheck(scope, 'tool.batch', new SameText({ scope, aim, settleMs }));
}

async function lookAtLinks(scope: ProbeScope<'tool'>): Promise<void> {
  const plan = await linkPlanOf(scope, scope.subject.tool);
  if (plan?.references.every(({ isEnd }) => isEnd) === true)
    await observeCheck(scope, 'tool.batch', new SameRecord({ scope, plan }));
}
