/** Can a naive caller build a working call from the input schema? Spec: manifest 2.5. */

import { defineKind, fields, isObject, type JsonObject, outcomeOf } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'schema-guessability',
  summary: 'A call that follows the input schema, and knows nothing else, works.',
  access: 'either',
  sandbox: 'yes',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
  },
  draft: ({ callable }) =>
    callable.map(({ tool: { name } }) => ({ id: `${name}-guessable`, fields: { tool: name, arguments: {} } })),
  emits: { 'case.schema-guessability': observationSchemas['case.schema-guessability'] },
  rules: rules.filter(({ observes }) => observes === 'case.schema-guessability'),
  async run({ main, catalog, fields: { tool, arguments: args } }) {
    const flaw = flawOf(catalog.tools.get(tool)?.entry['inputSchema'], args);
    // The call would prove nothing: what is wrong can be read in the listing.
    if (flaw !== 'none') return { attempts: 0, at: 1, facts: { flaw } };
    return { attempts: 1, outcome: outcomeOf(await main.call(tool, args), 'success'), facts: { flaw } };
  },
});

/** The first thing that keeps a caller from building these arguments out of that schema. */
function flawOf(schema: unknown, args: JsonObject): string {
  if (!isObject(schema)) return 'schema is no object';
  const { type, properties, required } = schema;
  if (type !== 'object') return 'type is not object';
  if (properties !== undefined && !isObject(properties)) return 'properties is no object';
  if (required !== undefined && !Array.isArray(required)) return 'required is no list';
  for (const name of (required ?? []) as readonly unknown[]) {
    if (typeof name !== 'string') return 'required name is no text';
    if (properties === undefined || !Object.hasOwn(properties, name)) return 'required name is not declared';
    if (!Object.hasOwn(args, name)) return 'required argument is not given';
  }
  return 'none';
}
