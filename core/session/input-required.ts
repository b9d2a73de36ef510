/**
 * Calls that go on after the server asked for more: the stateless revision has no requests of the server, so a call ends
 * with questions and is made again with their answers. Source: revision 2026-07-28, input-required results.
 */

import { isObject, type JsonObject } from '../json.js';

/** Answers a question of the server. Undefined refuses it. */
export type AnswerQuestion = (
  method: string,
  params: unknown,
) => JsonObject | undefined | Promise<JsonObject | undefined>;

/** Whether a result is none yet. */
export function asksMore({ resultType }: JsonObject): boolean {
  return resultType === 'input_required';
}

/** What is asked, by the server's own keys; undefined when the result asks nothing, or in a way that is no protocol. */
export function questionsIn({
  inputRequests,
  requestState,
}: JsonObject): readonly (readonly [key: string, request: unknown])[] | undefined {
  if (isObject(inputRequests)) return Object.entries(inputRequests);
  return inputRequests === undefined && requestState !== undefined ? [] : undefined;
}

/**
 * What the next call carries besides the parameters of the first. A question that is refused has no answer there: the
 * revision knows no other refusal. The state of the server goes back as it came, and only if it came.
 */
export async function answersTo(result: JsonObject, answer: AnswerQuestion): Promise<JsonObject> {
  const { requestState } = result;
  const asked = questionsIn(result) ?? [];
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
