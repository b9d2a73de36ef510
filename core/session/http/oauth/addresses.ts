/** Which addresses may be asked for a token. Source: revision 2025-11-25, authorization, communication security. */

import { OAuthFailure } from './failure.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const MAX_PATH = 200;

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** True when a token may travel to a server: over TLS, or not at all. */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** An address as messages show it: without its query, where codes and keys are, and without a path that would have to be cut. */
export function shown({ origin, pathname }: URL): string {
  return pathname.length > MAX_PATH ? `${origin}/…` : `${origin}${pathname === '/' ? '' : pathname}`;
}

/**
 * The address in a text that `server` or its authorization server gave. `what` it is for stands in the message.
 * @throws OAuthFailure when it is none, neither https nor of this machine, or of this machine though the server is not
 */
export function checkedAddress(text: string | URL, what: string, server: URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url === undefined) throw new OAuthFailure(`${what} is no address`);
  const refuse = (why: string): never => {
    throw new OAuthFailure(`${what}, ${shown(url)}, ${why}`, `${what} ${why}`);
  };
  if (!isSafe(url)) refuse('is neither https nor on this machine');
  if (url.username !== '' || url.password !== '') refuse('holds a login');
  // What listens here is not for a server elsewhere to send requests to.
  if (isLoopback(url) && !isLoopback(server)) refuse('is on this machine, and the server is not');
  return url;
}

/** Whether two identifiers name one authorization server; the slash at the end of one is forgiven, as clients do. */
export function isSameIssuer(one: string, other: string): boolean {
  const plain = (text: string): string => (URL.canParse(text) ? new URL(text).href : text).replace(/\/$/, '');
  return plain(one) === plain(other);
}
