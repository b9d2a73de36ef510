/** What the journal keeps of an error: its code, where it arose, what it says of retrying, and a fingerprint of its message. Spec: manifest 3.9. */

import { createHmac } from 'node:crypto';
import { isObject, type JsonObject, type ProtocolError, type ToolError } from '../../core/index.js';

export interface Failure {
  readonly code: number | string;
  /** `tool`: a result with the error flag. `protocol`: a JSON-RPC error. */
  readonly layer: string;
  /** The code in a word. */
  readonly kind: string;
  /** What the error itself says of repeating the call; null when it says nothing, or two things. */
  readonly retryable: boolean | null;
  readonly template: string;
  /** The same for messages that differ only in numbers, names and quoted parts; 16 hexadecimal digits. */
  readonly template_id: string;
}

/** The message itself is never kept, so all messages have the same template. */
export const TEMPLATE = '{message}';
export const LAYERS: readonly string[] = ['tool', 'protocol'];

/** Codes that JSON-RPC defines. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [-32700, 'parse-error'],
  [-32600, 'invalid-request'],
  [-32601, 'method-not-found'],
  [-32602, 'invalid-params'],
  [-32603, 'internal-error'],
]);
export const FAILURE_KINDS: readonly string[] = ['tool-error', ...KINDS.values(), 'other'];

/** How much of a message counts, in UTF-16 units. */
export const MAX_MESSAGE = 2_000;

export function failureOf(ended: ToolError | ProtocolError, message: string, salt: Uint8Array): Failure {
  const isTool = ended.kind === 'tool-error';
  return {
    code: ended.code,
    layer: isTool ? 'tool' : 'protocol',
    kind: isTool ? 'tool-error' : (KINDS.get(ended.code) ?? 'other'),
    retryable: isTool ? null : retryHint(ended.error),
    template: TEMPLATE,
    template_id: templateId(message, salt),
  };
}

/** `data.retryable`, or the older `retryable`; where both are there they must agree. Spec: manifest 2.2. */
function retryHint(error: JsonObject): boolean | null {
  const { data } = error;
  const hints = [isObject(data) ? data['retryable'] : undefined, error['retryable']].filter(
    (hint) => hint !== undefined,
  );
  const [first] = hints;
  return typeof first === 'boolean' && hints.every((hint) => hint === first) ? first : null;
}

/** Salted, so that nobody can find out a message by hashing the ones it may be. */
function templateId(message: string, salt: Uint8Array): string {
  return createHmac('sha256', salt).update(normalized(message)).digest('hex').slice(0, 16);
}

/** What stays the same when one fault is reported twice: words, without what they are about. */
export function normalized(message: string): string {
  return message
    .slice(0, MAX_MESSAGE)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/"[^"]*"|`[^`]*`|(?<!\p{L})'[^']*'(?!\p{L})/gu, '?')
    .replaceAll(/\b[\w.+-]*\d[\w.+-]*\b/g, '?')
    .replaceAll(/(?:\w+:\/)?\/\S+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
