/** Does a call keep working when it is repeated? Spec: manifest 2.7. */

import { defineKind, fields, outcomeOf } from '../../core/index.js';

export default defineKind({
  name: 'degradation-over-n',
  summary: 'A call keeps working when it is repeated.',
  access: 'either',
  sandbox: 'yes',
  fields: {
    tool: fields.toolName(),
    arguments: fields.toolArguments(),
    max_attempts: fields.integer(2, 100),
  },
  draft: ({ callable }) =>
    callable.map(({ tool: { name } }) => ({
      id: `${name}-repeat`,
      fields: { tool: name, arguments: {}, max_attempts: 5 },
    })),
  async run({ main, fields: { tool, arguments: args, max_attempts: most } }) {
    for (let at = 1; ; at += 1) {
      const completed = await main.call(tool, args);
      if (at === most || completed.kind !== 'success')
        return { attempts: at, outcome: outcomeOf(completed, 'success') };
    }
  },
});
