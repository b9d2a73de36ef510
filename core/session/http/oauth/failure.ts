/** Why there is no token, for a person. */

import { oneLine } from '../../../excerpt.js';

/** `message` may quote whoever was asked, redacted, in one line, not escaped; `plain` is in words of ours alone. Both go behind a colon. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';
  readonly plain: string;

  constructor(message: string, plain = message) {
    super(message);
    this.plain = plain;
  }
}

/** RFC 6749, 4.1.2.1 and 5.2; RFC 7591, 3.2.2; RFC 8707. Anything else is not repeated where only words of ours are. */
const CODES: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** An error as the protocol has it: `what` happened, its code, and what whoever answered says of it. */
export function refusedWith(what: string, code: string, description: string | undefined): OAuthFailure {
  const said = oneLine(description ?? '', 150);
  const known = CODES.has(code);
  const plain = known ? `${what} (${code})` : what;
  return new OAuthFailure(`${what} (${oneLine(code, 60)})${said === '' ? '' : `: ${said}`}`, plain);
}
