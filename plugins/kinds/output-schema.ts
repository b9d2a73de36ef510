/** Does a tool honour the output schema it declares? Spec: manifest 2.13. */

import { type Completed, defineKind, fields, isObject, type JsonObject, outputConformance } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'output-schema',
  summary: 'A tool returns what its declared output schema promises.',
  access: 'read-only',
  sandbox: 'tolerated',
  fields: { tool: fields.toolName(), arguments: fields.toolArguments() },
  draft: ({ callable }) =>
    callable
      .filter(({ tool: { entry } }) => isObject(entry['outputSchema']))
      .map(({ tool: { name } }) => ({ id: `${name}-output`, fields: { tool: name, arguments: {} } })),
  emits: { 'case.output-schema': observationSchemas['case.output-schema'] },
  rules: rules.filter(({ observes }) => observes === 'case.output-schema'),
  async run({ main, catalog, fields: { tool, arguments: args } }) {
    const schema = catalog.tools.get(tool)?.entry['outputSchema'];
    if (!isObject(schema)) return { attempts: 0 };
    return { attempts: 1, facts: await compare(schema, await main.call(tool, args)) };
  },
});

/** What the result is, against what was promised. */
async function compare(schema: JsonObject, completed: Completed): Promise<JsonObject> {
  const facts = { structured: false, complete: false, conformance: null };
  if (completed.kind !== 'success' || !Object.hasOwn(completed.result, 'structuredContent')) return facts;
  const content = completed.result['structuredContent'];
  if (lacksRequired(schema, content)) return { ...facts, structured: true };
  return { structured: true, complete: true, conformance: await outputConformance(schema, content) };
}

/** Whether a name that the schema requires at its top is absent. What is no object has no names. */
function lacksRequired({ required }: JsonObject, content: unknown): boolean {
  const names = Array.isArray(required) ? (required as readonly unknown[]) : [];
  return names.some((name) => typeof name === 'string' && !(isObject(content) && Object.hasOwn(content, name)));
}
