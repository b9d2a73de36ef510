import { isUntouchable, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { Kept } from './kept.js';
import { promises } from './table.js';

/** One observation for each promise that a description makes in words that are known. */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool, readOnly } = subject;
  if (readOnly || !isNamed(tool, catalog) || effects.exclude.includes(tool.name) || isUntouchable(tool)) return;
  for (const promise of promises) {
    const words = promise.phrase.exec(tool.description)?.[0];
    if (words !== undefined && promise.suits(scope))
      await observeCheck(scope, 'tool.promise', new Kept(scope, promise, words));
  }
}
