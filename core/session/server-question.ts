/** What a server that asks is told. */

import type { JsonObject } from '../json.js';
import type { Questions } from './port.js';
import { METHOD_NOT_FOUND } from './protocol.js';

/** A longer id of a server's question is not repeated back. */
const MAX_ID_CHARS = 1000;

const NOT_OFFERED = { code: METHOD_NOT_FOUND, message: 'This client offers no such capability' };

/** Only what JSON-RPC allows as an id is repeated back. */
export function mayBeAnswered(id: unknown): boolean {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_ID_CHARS);
}

/**
 * Sends the reply: at once, unless `questions` has to think. A ping is always answered; anything else as `questions`
 * says, and refused when it says nothing, throws, or says what cannot be written as JSON.
 */
export function reply(
  id: unknown,
  method: string,
  params: unknown,
  questions: Questions | undefined,
  send: (message: JsonObject) => void,
): void {
  const refuse = (): void => send({ jsonrpc: '2.0', id, error: NOT_OFFERED });
  const answer = (result: JsonObject | undefined): void => {
    if (result === undefined) refuse();
    else send({ jsonrpc: '2.0', id, result });
  };
  if (method === 'ping') return answer({});
  try {
    const result = questions?.answer?.(method, params);
    if (result instanceof Promise) result.then(answer).catch(refuse);
    else answer(result);
  } catch {
    refuse();
  }
}
