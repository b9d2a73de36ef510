import { isReadOnlyTool, isUntouchable, nameWords, type ProbeScope } from '../../core/index.js';
import { isNamed } from '../effect-checks/call.js';
import { observeCheck } from '../effect-checks/check.js';
import { atMostOf, KeepsAtMost } from './at-most.js';
import { DefaultValue, defaultsOf } from './default-value.js';
import { Kept } from './kept.js';
import { promises } from './table.js';

/** One observation for each promise that a description makes in words that are known. */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  const { subject, catalog, effects } = scope;
  const { tool } = subject;
  if (!isNamed(tool, catalog) || effects.exclude.includes(tool.name)) return;
  // What a tool says of itself does not make it harmless to trigger something.
  if (isUntouchable({ ...tool, annotations: {} })) return;
  await (subject.readOnly ? lookAtReads(scope) : lookAtWrites(scope));
}

async function lookAtWrites(scope: ProbeScope<'tool'>): Promise<void> {
  const { tool } = scope.subject;
  if (isUntouchable(tool)) return;
  for (const promise of promises) {
    const words = promise.phrase.exec(tool.description)?.[0];
    if (words !== undefined && promise.suits(scope))
      await observeCheck(scope, 'tool.promise', new Kept(scope, promise, words));
  }
}

/** What these answer is used up, or another one each time. */
const MOVING: ReadonlySet<string> = new Set('next random pop claim wait poll'.split(' '));

async function lookAtReads(scope: ProbeScope<'tool'>): Promise<void> {
  const { tool } = scope.subject;
  if (!isReadOnlyTool(tool) || nameWords(tool.name).some((word) => MOVING.has(word))) return;
  const most = atMostOf(tool);
  if (most !== undefined) await observeCheck(scope, 'tool.promise', new KeepsAtMost(scope, most));
  for (const one of await defaultsOf(scope, tool))
    await observeCheck(scope, 'tool.promise', new DefaultValue(scope, one));
}
