/** What a parsed frame is by its members, whatever the letter of JSON-RPC says: odd frames are facts, not failures. */

import { isObject, type JsonObject } from '../json.js';

export type Message =
  | { readonly kind: 'answer'; readonly json: JsonObject }
  | { readonly kind: 'question'; readonly json: JsonObject; readonly id: unknown; readonly method: string }
  | { readonly kind: 'notification'; readonly json: JsonObject }
  | { readonly kind: 'other' };

/** An answer has a result or an error, even beside a method; what has a method asks or tells; what only has an id is an answer without content. */
export function whatIs(json: unknown): Message {
  if (!isObject(json)) return { kind: 'other' };
  const { id, method, result, error } = json as { id?: unknown; method?: unknown; result?: unknown; error?: unknown };
  if (result !== undefined || error !== undefined) return { kind: 'answer', json };
  if (typeof method === 'string')
    return id === undefined ? { kind: 'notification', json } : { kind: 'question', json, id, method };
  return id === undefined ? { kind: 'other' } : { kind: 'answer', json };
}

/** True for an object that says it is JSON-RPC 2.0. */
export function isVersioned(json: unknown): boolean {
  return isObject(json) && json['jsonrpc'] === '2.0';
}

/** Top-level members only, in the order that writers use: version, then id, then method. `\s` covers a byte order mark. */
const VERSION = String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"[^"]{0,10}"\s*,\s*)?`;
const ID_FIRST = new RegExp(String.raw`${VERSION}"id"\s*:\s*("?)(\d{1,15})\1\s*[,}]`);
const METHOD_FIRST = new RegExp(
  String.raw`${VERSION}(?:"id"\s*:\s*(?:"[^"]{0,100}"|\d{1,15}|null)\s*,\s*)?"method"\s*:`,
);

/** What the first characters of a dropped line say: which request it answers, that it answers none, or nothing. */
export function idOfHead(head: string): { readonly id: number } | 'no answer' | 'unknown' {
  if (METHOD_FIRST.test(head) || !/^\s*[{[]/.test(head)) return 'no answer';
  const id = ID_FIRST.exec(head)?.[2];
  return id === undefined ? 'unknown' : { id: Number(id) };
}
