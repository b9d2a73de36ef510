/** Does the catalog of tools stay small? Nothing is called: the run's own listing is measured. Spec: manifest 2.4. */

import { compactBytes, defineKind, fields } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';
import { within } from './draft-bounds.js';

export default defineKind({
  name: 'discovery-cost',
  summary: 'The catalog of tools stays small.',
  access: 'read-only',
  sandbox: 'no',
  fields: {
    max_tools: fields.integer(1, 10_000),
    max_schema_bytes: fields.integer(1, 10_000_000),
  },
  draft: ({ tools }) => [
    {
      id: 'discovery-budget',
      fields: {
        max_tools: within(2 * tools.length, 10, 10_000),
        max_schema_bytes: within(2 * compactBytes(tools.map(({ entry }) => entry)), 1000, 10_000_000),
      },
    },
  ],
  emits: { 'case.discovery-cost': observationSchemas['case.discovery-cost'] },
  rules: rules.filter(({ observes }) => observes === 'case.discovery-cost'),
  async run({ catalog, fields: { max_tools, max_schema_bytes } }) {
    const tool_count = catalog.tools.size;
    const schema_bytes = compactBytes([...catalog.tools.values()].map(({ entry }) => entry));
    return {
      attempts: 1,
      measurements: { tool_count, schema_bytes },
      bounds: [
        { bound: 'max_tools', limit: max_tools, observed: tool_count },
        { bound: 'max_schema_bytes', limit: max_schema_bytes, observed: schema_bytes },
      ],
      facts: { tool_count, max_tools, schema_bytes, max_schema_bytes },
    };
  },
});
