/** Does a server survive an argument that is far too long? Spec: manifest 2.11. */

import { callOversized, defineKind, fields, outcomeOf } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'payload-bounds',
  summary: 'An oversized argument neither kills nor hangs the server.',
  access: 'read-only',
  sandbox: 'tolerated',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    field: fields.identifier(),
    size_bytes: fields.integer(1, 16_000_000),
    expect_handled: fields.boolean(),
  },
  emits: { 'case.payload-bounds': observationSchemas['case.payload-bounds'] },
  rules: rules.filter(({ observes }) => observes === 'case.payload-bounds'),
  async run({ main, era, transport, fields: { tool, arguments: args, field, size_bytes: size, expect_handled } }) {
    const call = { tool, args, field, size };
    const { ended, completed, usable, ms } = await callOversized(main, call, { era, transport });
    return {
      attempts: 1,
      measurements: { latency_ms: Math.floor(ms) },
      facts: { ended, usable, size_bytes: size },
      ...(usable && completed !== undefined && { outcome: outcomeOf(completed, expect_handled ? 'success' : 'any') }),
    };
  },
});
