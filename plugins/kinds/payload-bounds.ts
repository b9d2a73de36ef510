/** Does a server survive an argument that is far too long? Spec: manifest 2.11. */

import {
  callOversized,
  defineKind,
  fields,
  IDENTIFIER,
  isObject,
  type ListedTool,
  outcomeOf,
} from '../../core/index.js';
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
  draft({ callable }) {
    const [first] = callable;
    if (first === undefined) return [];
    const withText = callable.find(({ tool }) => textProperty(tool) !== undefined) ?? first;
    const { name } = withText.tool;
    const field = textProperty(withText.tool) ?? 'payload';
    const fields = { tool: name, arguments: {}, field, size_bytes: 1_000_000, expect_handled: false };
    return [{ id: `${name}-payload`, fields }];
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

/** The first property of a tool that takes a text, under a name that a manifest can say. */
function textProperty({ entry }: ListedTool): string | undefined {
  const properties = isObject(entry['inputSchema']) ? entry['inputSchema']['properties'] : undefined;
  if (!isObject(properties)) return undefined;
  return Object.entries(properties).find(([name, schema]) => IDENTIFIER.test(name) && takesText(schema))?.[0];
}

function takesText(schema: unknown): boolean {
  return isObject(schema) && [schema['type']].flat().includes('string');
}
