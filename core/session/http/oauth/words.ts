/** What went wrong in the SDK, in words of ours: its own may hold whatever was answered. */

import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { messageOf } from '../../../errors.js';
import { OAuthFailure, refusedWith } from './failure.js';

/** `what` happened, for a refusal that only has a code. */
export function wordsFor(error: unknown, what: string): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  if (error instanceof OAuthError) return refusedWith(what, error.errorCode, error.message);
  const isUnreadable = error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
  if (isUnreadable) return new OAuthFailure('the answer of its authorization server is not what the protocol says');
  return new OAuthFailure(what, what, messageOf(error));
}
