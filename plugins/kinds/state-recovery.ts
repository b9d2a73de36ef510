/** After a failure, does recovery work and leave a healthy state? Spec: manifest 2.3. */

import { defineKind, fields } from '../../core/index.js';
import { rules } from '../../rules/gate.gen.js';
import { observationSchemas } from '../../schemas/gate.gen.js';

export default defineKind({
  name: 'state-recovery',
  summary: 'After a failure, a recovery call works and the state is healthy again.',
  access: 'either',
  sandbox: 'yes',
  fields: {
    failure_tool: fields.toolName(),
    failure_arguments: fields.toolArguments(),
    recovery_tool: fields.toolName(),
    recovery_arguments: fields.toolArguments(),
    validation_tool: fields.toolName(),
    validation_arguments: fields.toolArguments(),
  },
  tools: ({ failure_tool, recovery_tool, validation_tool }) => [
    ...new Set([failure_tool, recovery_tool, validation_tool]),
  ],
  emits: { 'case.state-recovery': observationSchemas['case.state-recovery'] },
  rules: rules.filter(({ observes }) => observes === 'case.state-recovery'),
  async run({ main, fields: given }) {
    const steps = [
      { step: 'failure', tool: given.failure_tool, args: given.failure_arguments, due: 'error' },
      { step: 'recovery', tool: given.recovery_tool, args: given.recovery_arguments, due: 'success' },
      { step: 'validation', tool: given.validation_tool, args: given.validation_arguments, due: 'success' },
    ];
    let attempts = 0;
    let facts = {};
    for (const { step, tool, args, due } of steps) {
      const { kind } = await main.call(tool, args);
      const ended = kind === 'success' ? 'success' : 'error';
      attempts += 1;
      facts = { step, ended };
      if (ended !== due) break;
    }
    return { attempts, facts };
  },
});
