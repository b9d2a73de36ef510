/** Headers that a user wants sent along. */

import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Set by the transport itself: what they say must be true. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why a header of the user cannot be sent, behind its name; undefined when it can. Never repeats the value. */
export function whyNotSendable(name: string, value: string): string | undefined {
  try {
    validateHeaderName(name);
  } catch {
    return 'has a name that is none in HTTP';
  }
  if (OWN_HEADERS.has(name.toLowerCase())) return 'cannot be set: it is part of the protocol';
  try {
    validateHeaderValue(name, value);
    return undefined;
  } catch {
    return 'has a value with characters that HTTP does not allow';
  }
}
