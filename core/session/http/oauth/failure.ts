/** Why there is no token, for a person. */

import { oneLine } from '../../../excerpt.js';
import type { Redact } from '../../line.js';

const MAX_SAID = 150;

/** `message` and `plain` go behind a colon. */
export class OAuthFailure extends Error {
  override readonly name = 'OAuthFailure';
  /** In words of ours alone. */
  readonly plain: string;
  /** What whoever was asked says of it, as it came. */
  readonly said: string | undefined;

  constructor(message: string, plain = message, said?: string) {
    super(message);
    this.plain = plain;
    this.said = said;
  }

  /** With what was said in its message: in one line, and redacted before it is cut, or half a secret would be left. */
  told(redact: Redact): OAuthFailure {
    const said = oneLine(redact(this.said ?? ''), MAX_SAID);
    return new OAuthFailure(`${redact(this.message)}${said === '' ? '' : `: ${said}`}`, this.plain);
  }
}

/** A refusal as the protocol has it. Whoever asked says what was refused. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  readonly code: string;
  readonly said: string | undefined;

  constructor(code: string, said: string | undefined) {
    super('refused');
    this.code = code;
    this.said = said;
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
const CODE_LIKE = /^[\w.-]{1,60}$/;

/** An error as the protocol has it: `what` happened, its code, and what whoever answered says of it. */
export function refusedWith(what: string, code: string, said: string | undefined): OAuthFailure {
  const coded = `${what} (${code})`;
  return new OAuthFailure(CODE_LIKE.test(code) ? coded : what, CODES.has(code) ? coded : what, said);
}
