/** Does one call end as its author declared? Spec: manifest 2.8. */

import { defineKind, expectationFacts, fields } from '../../core/index.js';

export default defineKind({
  name: 'instruction-fidelity',
  summary: 'A call ends as declared, with the declared fields and values.',
  access: 'either',
  sandbox: 'yes',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    expect: fields.expectation(),
  },
  hasOracle: () => true,
  async run({ main, fields: { tool, arguments: args, expect } }) {
    return { attempts: 1, outcome: expectationFacts(await main.call(tool, args), expect) };
  },
});
