/** What a server of a probe test answers, in one word each. */

import type { JsonObject } from '../json.js';
import type { Answer } from '../session/port.js';

/** How an answer comes. */
export interface Delivery {
  /** Milliseconds it took; nobody waits for them. Left out: 1. */
  readonly ms?: number;
  /** Parameters of notifications, such as progress, that came before it. */
  readonly notes?: readonly JsonObject[];
}

/** One answer. Made with `reply`. */
export type Reply = Partial<Answer> & Pick<Answer, 'kind'>;

/** Makes answers. What a server may send that has no word here is `reply.result(…)`. */
export const reply = {
  /** A result of a tool: one text. */
  text: (text: string, delivery?: Delivery): Reply => toolResult({ content: [{ type: 'text', text }] }, delivery),
  /** A result of a tool: data, as text and as `structuredContent`. */
  data: (data: JsonObject, delivery?: Delivery): Reply =>
    toolResult({ content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }, delivery),
  /** A result of a tool that says it failed: `isError`. */
  refusal: (text: string, delivery?: Delivery): Reply =>
    toolResult({ isError: true, content: [{ type: 'text', text }] }, delivery),
  /** Any result at all. */
  result: (result: unknown, delivery?: Delivery): Reply => ({ kind: 'result', result, ...delivery }),
  /** An error of JSON-RPC, such as -32602. */
  error: (code: number, message: string, data?: unknown): Reply => ({
    kind: 'error',
    error: { code, message, ...(data !== undefined && { data }) },
  }),
  /** A frame that is neither a result nor an error. */
  malformed: (raw: unknown): Reply => ({ kind: 'malformed', raw, reason: 'neither a result nor an error' }),
  /** No answer: the call times out, at once. */
  silence: (): Reply => ({ kind: 'timeout' }),
  /** The server goes away instead of answering, and stays away. */
  gone: (): Reply => ({ kind: 'closed', reason: 'the server went away' }),
};

function toolResult(result: JsonObject, delivery: Delivery = {}): Reply {
  return { kind: 'result', result, ...delivery };
}
