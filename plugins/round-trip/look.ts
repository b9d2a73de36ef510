import { isWriteTool, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { RoundTrip } from './trip.js';

/** One observation for each declared pair of the tool, or one when it is a write tool without any. */
export async function look(scope: ProbeScope<'tool'>, settleMs: readonly number[]): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog)) return;
  const pairs = effects.pairs.filter(({ write }) => write === tool.name);
  for (const pair of pairs) await observeCheck(scope, 'tool.round-trip', new RoundTrip({ scope, pair, settleMs }));
  if (pairs.length > 0 || effects.exclude.includes(tool.name)) return;
  if (isWriteTool(tool, new Set(effects.writes)))
    await observeCheck(scope, 'tool.round-trip', new RoundTrip({ scope, pair: undefined, settleMs }));
}
