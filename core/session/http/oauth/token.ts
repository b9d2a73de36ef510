/** A token, checked before it is sent anywhere. */

import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { OAuthFailure } from './failure.js';

/** What a header can carry, as RFC 6750 has it and a little more. */
const SENDABLE = /^[\x21-\x7e]{1,8192}$/;

export interface Token {
  readonly value: string;
  readonly refresh: string | undefined;
  /** By `performance.now()`; undefined when nobody said. */
  readonly expiresAt: number | undefined;
  /** Scopes that were asked for, parted by blanks. */
  readonly asked: string | undefined;
}

/** @throws OAuthFailure when it is none that can be sent */
export function tokenIn(tokens: OAuthTokens, asked: string | undefined, now = performance.now()): Token {
  const { access_token: value, token_type: type, refresh_token: refresh, expires_in: seconds } = tokens;
  if (type.toLowerCase() !== 'bearer')
    throw new OAuthFailure('its authorization server gives out tokens that are no bearer tokens');
  if (!SENDABLE.test(value))
    throw new OAuthFailure('its authorization server gave out a token that no header can carry');
  const expiresAt = seconds === undefined || !(seconds > 0) ? undefined : now + seconds * 1000;
  return { value, refresh, expiresAt, asked };
}
