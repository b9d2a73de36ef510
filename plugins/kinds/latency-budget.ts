/** Is each call answered within a budget of time? Spec: manifest 2.9. */

import { defineKind, fields, outcomeOf } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';
import { roundedUp, within } from './draft-bounds.js';

export default defineKind({
  name: 'latency-budget',
  summary: 'Each call is answered within a budget of time.',
  access: 'read-only',
  sandbox: 'tolerated',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    attempts: fields.integer(1, 20),
    max_latency_ms: fields.integer(1, 60_000),
  },
  draft: ({ callable }) =>
    callable.map(({ tool: { name }, ms }) => ({
      id: `${name}-latency`,
      fields: { tool: name, arguments: {}, attempts: 3, max_latency_ms: within(roundedUp(4 * ms, 100), 1000, 60_000) },
    })),
  emits: { 'case.latency-budget': observationSchemas['case.latency-budget'] },
  rules: rules.filter(({ observes }) => observes === 'case.latency-budget'),
  async run({ main, fields: { tool, arguments: args, attempts, max_latency_ms: limit }, timeoutMs }) {
    let slowest = 0;
    for (let at = 1; ; at += 1) {
      // Longer than the budget by the whole timeout: a slow call is to be measured, not cut off.
      const completed = await main.call(tool, args, { timeoutMs: limit + timeoutMs });
      slowest = Math.max(slowest, Math.floor(completed.ms));
      if (at === attempts || completed.kind !== 'success' || slowest > limit)
        return {
          attempts: at,
          measurements: { latency_ms: slowest },
          bounds: [{ bound: 'max_latency_ms', limit, observed: slowest }],
          outcome: outcomeOf(completed, 'success'),
          facts: { succeeded: completed.kind === 'success', slowest_ms: slowest, max_latency_ms: limit },
        };
    }
  },
});
