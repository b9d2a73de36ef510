/** Why there is no session over HTTP, in one line for a person. Never says more of the address than its host. */

import { errorWords, otherVersions, unusable } from '../handshake-failure.js';
import { type Answer, ServerError } from '../port.js';
import type { Endpoint } from './endpoint.js';
import type { OAuthFailure } from './oauth/failure.js';
import { plainWords } from './plain-words.js';

export interface Seen {
  readonly endpoint: Pick<Endpoint, 'url' | 'authorizes'>;
  readonly timeoutMs: number;
  /** What the server answered to the last message of the handshake. */
  readonly refusal: Answer;
  /** Versions the server named although this client does not speak them. */
  readonly versions: readonly string[];
  /** It gave out a session id before the handshake. */
  readonly early: boolean;
  /** It speaks the transport of 2024-11-05. */
  readonly older: boolean;
  /** Why there is no token that it would take. */
  readonly noToken?: OAuthFailure | undefined;
}

/** The error for a handshake that failed. The message may quote the server, in one line, redacted, not escaped. */
export function handshakeFailure(seen: Seen): ServerError {
  if (seen.noToken !== undefined) return withoutToken(seen.noToken);
  const { kind, status } = seen.refusal;
  const fault = kind === 'timeout' || kind === 'closed' ? kind : 'protocol';
  const error = new ServerError(sentence(seen), undefined, fault, seen.older ? undefined : status);
  error.plain = plainEnd(seen);
  return error;
}

function withoutToken({ message, plain }: OAuthFailure): ServerError {
  const none = 'wants authorization, and there is no token for it';
  const error = new ServerError(`The server ${none}: ${message}.`);
  error.plain = `${none}: ${plain}`;
  return error;
}

const OLDER = 'speaks the HTTP+SSE transport of 2024-11-05, which was replaced by Streamable HTTP and is not supported';

function plainEnd({ older, refusal: { reason = '' } }: Seen): string | undefined {
  return older ? OLDER : plainWords(reason);
}

function sentence(seen: Seen): string {
  const { refusal, timeoutMs, versions, endpoint } = seen;
  const { reason = '' } = refusal;
  if (seen.older) return `The server ${OLDER}.`;
  switch (refusal.kind) {
    case 'closed':
      return `No session with ${endpoint.url.host}: ${reason}.`;
    case 'timeout':
      return `The server did not answer within ${timeoutMs / 1000} s${moreThanSilence(reason)}.`;
    case 'error':
      return `The server refused the handshake: ${errorWords(refusal.error)}.${otherVersions(versions)}`;
    case 'malformed':
      return refusal.status === undefined
        ? `The server's answer to the handshake cannot be used: ${reason}.`
        : `${adviceFor(refusal.status, endpoint)} ${reason.replace(/^the server/, 'It')}.${sessionWords(seen)}`;
    case 'aborted':
      return `Connecting to the server was interrupted: ${reason}.`;
    case 'result':
      return `The server's answer to the handshake cannot be used: ${unusable(refusal.result)}.${otherVersions(versions)}`;
  }
}

/** Where a session id is asked for that was given out too soon, the status alone would lead astray. */
function sessionWords({ early, refusal: { status } }: Seen): string {
  return early && (status === 400 || status === 404)
    ? ' Before that it gave out a session id, though a session begins with the handshake.'
    : '';
}

/** What a timeout says besides the time, which is the one of a single request there. */
function moreThanSilence(reason: string): string {
  const [, more] = /^no answer within [^;]*; (.*)$/s.exec(reason) ?? [];
  return more === undefined ? '' : `: ${more}`;
}

function adviceFor(status: number, { authorizes }: Pick<Endpoint, 'authorizes'>): string {
  if (status === 401)
    return authorizes
      ? 'The server refuses the authorization it was given: the token may be wrong, expired, or for another server.'
      : 'The server wants authorization: send it an Authorization header, or sign in with --oauth.';
  if (status === 403) return 'The server forbids access with these headers.';
  if (status === 404) return 'There is no MCP server at this path of the address.';
  if (status === 405 || status === 406 || status === 415)
    return 'The address takes no messages as Streamable HTTP sends them.';
  if (status === 429) return 'The server gets too many requests.';
  if (status >= 200 && status < 300) return 'The server takes requests at this address and answers none.';
  if (status >= 300 && status < 400) return 'The server sends on to another address; give the final one.';
  return status >= 500 ? 'The server failed.' : 'The server refused the handshake.';
}
