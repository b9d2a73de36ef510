import type { ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { ReadGuard } from './read-guard.js';
import { statementOf } from './statement.js';

/** One observation for each tool that takes a statement and is to read only. */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog) || effects.exclude.includes(tool.name) || effects.writes.includes(tool.name)) return;
  const statement = statementOf(scope, tool);
  if (statement !== undefined) await observeCheck(scope, 'tool.read-guard', new ReadGuard({ scope, statement }));
}
