/** The rules that cases and readiness are judged by, for whoever explains them. */

import { definePlugin } from '../define.js';
import type { Rule } from '../model.js';
import { evaluationKernel, type EvaluationKernelRequest } from './manifest-kernel.js';

/** Takes no part in anything: a kernel wants somebody to lay out its evaluation. */
const NOTHING = definePlugin({ name: 'manifest', summary: 'Lays out nothing.' });

/**
 * By id, with the severities that the config gives them.
 * @throws UsageError with everything that is wrong with config and plugins
 */
export async function manifestRules(
  request: Pick<EvaluationKernelRequest, 'version' | 'config' | 'shipped' | 'outside'>,
): Promise<ReadonlyMap<string, Rule>> {
  const kernel = await evaluationKernel({
    ...request,
    attested: [],
    confirmReadOnly: false,
    scorer: 'gate',
    plan: () => NOTHING,
  });
  return kernel.rules;
}
