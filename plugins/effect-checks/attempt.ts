import { answerOf, failureReport, type JsonObject, type ProbeScope, type Tool } from '../../core/index.js';
import { CannotTell } from './check.js';
import type { Journal } from './journal.js';

/** What became of a call that is to change something: what the tool answered, or why it did nothing. */
export type Attempt = { readonly done: JsonObject } | { readonly refused: string };

/**
 * Makes a call that is part of a check, and writes it down. An answer that says it failed is a refusal.
 * @throws CannotTell when there is no answer to judge by
 */
export async function attempt(
  { call }: Pick<ProbeScope, 'call'>,
  journal: Journal,
  { step, tool, args }: { readonly step: string; readonly tool: Tool; readonly args: JsonObject },
): Promise<Attempt> {
  const record = await call('tools/call', { name: tool.name, arguments: args });
  journal.keep([record]);
  const answer = answerOf(record);
  if (answer.kind === 'answered') {
    const failure = failureReport(answer.result);
    journal.note(step, failure === undefined ? 'done' : 'refused', failure ?? '');
    return failure === undefined ? { done: answer.result } : { refused: `its answer says ${failure}` };
  }
  journal.note(step, answer.kind, answer.reason);
  if (answer.kind === 'refused') return { refused: answer.reason };
  throw new CannotTell(
    answer.kind === 'lost' ? answer.reason : `${tool.name} gives no answer to judge by: ${answer.reason}`,
    answer.kind === 'lost' ? 'incomplete' : 'inconclusive',
  );
}
