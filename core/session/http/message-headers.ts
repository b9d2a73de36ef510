/** What the headers of a message repeat of it. Source: revision 2026-07-28, Streamable HTTP, request metadata. */

import { isObject, type JsonObject } from '../../json.js';
import { PROTOCOL_VERSION_META } from '../protocol.js';
import type { Headers } from './endpoint.js';

/** A value that HTTP carries as it is: visible ASCII with blanks and tabs inside. */
const PLAIN = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const MARKED = /^=\?base64\?(.*)\?=$/s;
const VISIBLE = /^[\x21-\x7e]{1,1024}$/;

/** Which parameter names what a request is about. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** True for a session id that may be sent back. Manifest specification, P-9. */
export function isSessionId(text: string): boolean {
  return VISIBLE.test(text);
}

/** A value as a header carries it: as it is when HTTP can, or else as base64 of its UTF-8 within marks. */
export function headerValue(text: string): string {
  return PLAIN.test(text) && !MARKED.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The text that a header value stands for. */
export function headerText(value: string): string {
  const [, encoded] = MARKED.exec(value) ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

/** The version that a message names itself, as each does in the stateless era. */
export function ownVersion(message: unknown): string | undefined {
  const params = isObject(message) ? message['params'] : undefined;
  const meta = isObject(params) ? params['_meta'] : undefined;
  const version = isObject(meta) ? meta[PROTOCOL_VERSION_META] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/**
 * The headers that go with a message: of the version that it names, or else of the one that was agreed on. What cannot
 * be a header is left out; the server then says so.
 */
export function messageHeaders(message: unknown, agreed: string | undefined): Headers {
  const own = ownVersion(message);
  const version = own ?? agreed;
  return {
    ...(version !== undefined && VISIBLE.test(version) && { 'MCP-Protocol-Version': version }),
    ...(own !== undefined && isObject(message) && requestHeaders(message)),
  };
}

function requestHeaders({ method, params }: JsonObject): Headers {
  if (typeof method !== 'string' || !PLAIN.test(method)) return {};
  const member = NAMED_BY.get(method);
  const name = member !== undefined && isObject(params) ? params[member] : undefined;
  return { 'Mcp-Method': method, ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }) };
}
