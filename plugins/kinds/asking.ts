/** A tool that asks the client something while it is called: the part that sampling and elicitation share. Spec: manifest 2.16 and 2.17. */

import {
  type AnswerQuestion,
  answersTo,
  asksMore,
  CaseFault,
  type CaseFacts,
  type CaseScope,
  fields,
  type JsonObject,
  orFault,
  questionsIn,
} from '../../core/index.js';

export const askingFields = {
  tool: fields.toolName(),
  arguments: fields.toolArguments(),
  max_requests: fields.integer(1, 10),
};

type AskingScope = CaseScope<{ readonly tool: string; readonly arguments: JsonObject; readonly max_requests: number }>;

/** `unfinished`: it did not end in time, or asked on when it had got as many answers as it may. `stopped`: it asked too often. */
type Ended = 'success' | 'tool-error' | 'protocol-error' | 'unfinished' | 'stopped';

/**
 * Calls the tool once, on a session that declares this capability and no other, and answers what it asks.
 * @throws CaseFault when the call ends in neither evidence nor silence
 */
export async function observeAsking(
  { open, era, fields: { tool, arguments: args, max_requests: max } }: AskingScope,
  capability: 'sampling' | 'elicitation',
  answer: AnswerQuestion,
): Promise<CaseFacts> {
  const peer = await open({ capabilities: { [capability]: {} } });
  let requests = 0;
  const seen = (ended: Ended): CaseFacts => ({ attempts: 1, facts: { ended, requests, max_requests: max } });
  const counted: AnswerQuestion = (method, params) => {
    requests += 1;
    return answer(method, params);
  };
  let answers: JsonObject = {};
  for (let round = 0; ; round += 1) {
    const params = { name: tool, arguments: args, ...answers };
    const completed = await orFault(peer.callWith(params, { questions: { max, answer: counted } }));
    if (completed instanceof CaseFault) {
      const { questions = 0 } = completed.record ?? {};
      requests = Math.max(requests, questions);
      if (requests > max) return seen('stopped');
      if (completed.fault === 'timeout') return seen('unfinished');
      throw completed;
    }
    if (completed.kind !== 'success' || era === 'initialize' || !asksMore(completed.result))
      return seen(completed.kind);
    const asked = questionsIn(completed.result);
    if (asked === undefined) throw new CaseFault('protocol');
    requests += asked.length;
    if (requests > max) return seen('stopped');
    if (round === max) return seen('unfinished');
    answers = await answersTo(completed.result, answer);
  }
}
