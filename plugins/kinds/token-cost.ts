/** What does the catalog cost the context of a model? Nothing is called. Spec: manifest 2.6. */

import { compactBytes, defineKind, fields, type ListedTool } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';
import { roundedUp, within } from './draft-bounds.js';

/** A stable unit for budgets; no model's tokenizer counts exactly so. */
const BYTES_PER_TOKEN = 4;

export default defineKind({
  name: 'token-cost',
  summary: 'The catalog of tools takes little of the context of a model.',
  access: 'read-only',
  sandbox: 'no',
  fields: {
    max_total_tokens: fields.integer(1, 1_000_000),
    max_tool_tokens: fields.optional(fields.integer(1, 100_000)),
  },
  check({ max_total_tokens: total, max_tool_tokens: each }, problem) {
    if (each !== undefined && each > total) problem(['max_tool_tokens'], 'takes at most what max_total_tokens allows');
  },
  draft({ tools }) {
    const per_tool = estimates(tools);
    const max_total_tokens = within(roundedUp(2 * totalOf(per_tool), 100), 100, 1_000_000);
    const heaviest = within(roundedUp(2 * (per_tool[0]?.tokens ?? 0), 100), 100, 100_000);
    const max_tool_tokens = Math.min(heaviest, max_total_tokens);
    return [{ id: 'token-budget', fields: { max_total_tokens, max_tool_tokens } }];
  },
  emits: { 'case.token-cost': observationSchemas['case.token-cost'] },
  rules: rules.filter(({ observes }) => observes === 'case.token-cost'),
  async run({ catalog, fields: { max_total_tokens, max_tool_tokens } }) {
    const per_tool = estimates([...catalog.tools.values()]);
    const total_tokens = totalOf(per_tool);
    const heaviest_tokens = per_tool[0]?.tokens ?? 0;
    return {
      attempts: 1,
      measurements: { tool_count: per_tool.length, total_tokens, per_tool },
      bounds: [
        { bound: 'max_total_tokens', limit: max_total_tokens, observed: total_tokens },
        ...(max_tool_tokens === undefined
          ? []
          : [{ bound: 'max_tool_tokens', limit: max_tool_tokens, observed: heaviest_tokens }]),
      ],
      facts: { total_tokens, max_total_tokens, heaviest_tokens, max_tool_tokens: max_tool_tokens ?? max_total_tokens },
    };
  },
});

interface Estimate {
  readonly tool: string;
  readonly tokens: number;
}

/** The heaviest tool first; names of tools are ASCII, so their order is that of their code points. */
function estimates(tools: readonly ListedTool[]): Estimate[] {
  return tools
    .map(({ name, entry }) => ({ tool: name, tokens: Math.ceil(compactBytes(entry) / BYTES_PER_TOKEN) }))
    .toSorted((a, b) => b.tokens - a.tokens || (a.tool < b.tool ? -1 : 1));
}

function totalOf(estimated: readonly Estimate[]): number {
  return estimated.reduce((sum, { tokens }) => sum + tokens, 0);
}
