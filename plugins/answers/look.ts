import type { ProbeScope } from '../../core/index.js';
import { askForNothing, askGarbled, mayAsk, mayGarble } from './asking.js';
import { observeFailures } from './failure-report.js';
import { heardOf } from './heard.js';
import { observeOutput } from './output.js';
import { observeInternalCodes, observeRefusals } from './refusals.js';
import { observeInventedArgument, observeUnknownArguments } from './unknown-arguments.js';

/**
 * Everything that answers of one tool say, and behind the last tool what is one thing for the whole server. At most 9
 * calls of a tool that reads, 3 of one that computes, none of others; and 1 for the server.
 */
export async function look(scope: ProbeScope<'tool'>): Promise<void> {
  await lookAtTool(scope);
  if (scope.subject.tool !== scope.catalog.tools.at(-1)) return;
  observeInternalCodes(scope);
  await observeInventedArgument(scope);
}

async function lookAtTool(scope: ProbeScope<'tool'>): Promise<void> {
  const { tool } = scope.subject;
  const heard = heardOf(tool);
  if (heard === undefined || scope.effects.exclude.includes(tool.name)) return;
  if (mayAsk(scope, tool)) await askForNothing(scope, heard);
  const garbled = mayGarble(scope, tool) ? await askGarbled(scope, tool) : [];
  await observeFailures(scope, heard, garbled);
  observeRefusals(scope, heard);
  await observeOutput(scope, heard);
  if (mayAsk(scope, tool)) await observeUnknownArguments(scope, heard);
}
