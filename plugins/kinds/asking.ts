/** A tool that asks the client something while it is called: the part that sampling and elicitation share. Spec: manifest 2.16 and 2.17. */

import {
  CaseFault,
  type CaseFacts,
  type CaseScope,
  fields,
  isObject,
  type JsonObject,
  orFault,
} from '../../core/index.js';

/** What a kind answers. Undefined refuses the request. */
export type AnswerQuestion = (
  method: string,
  params: unknown,
) => JsonObject | undefined | Promise<JsonObject | undefined>;

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
    const asked = requestsOf(completed.result);
    requests += asked.length;
    if (requests > max) return seen('stopped');
    if (round === max) return seen('unfinished');
    answers = await answersTo(completed.result, asked, answer);
  }
}

/** The stateless revision has no requests of the server: a call ends with questions, and is made again with their answers. */
function asksMore({ resultType }: JsonObject): boolean {
  return resultType === 'input_required';
}

/** @throws CaseFault when the result asks nothing, or in a way that is no protocol */
function requestsOf({ inputRequests, requestState }: JsonObject): readonly [string, unknown][] {
  if (isObject(inputRequests)) return Object.entries(inputRequests);
  if (inputRequests === undefined && requestState !== undefined) return [];
  throw new CaseFault('protocol');
}

/** What the next call carries. A question that is refused has no answer there: the revision knows no other refusal. */
async function answersTo(
  { requestState }: JsonObject,
  asked: readonly [string, unknown][],
  answer: AnswerQuestion,
): Promise<JsonObject> {
  const given: [string, JsonObject][] = [];
  for (const [key, request] of asked) {
    const method = isObject(request) ? request['method'] : undefined;
    const reply = typeof method === 'string' ? await answer(method, (request as JsonObject)['params']) : undefined;
    if (reply !== undefined) given.push([key, reply]);
  }
  return {
    ...(asked.length > 0 && { inputResponses: Object.fromEntries(given) }),
    ...(requestState !== undefined && { requestState }),
  };
}
