/** What went wrong on the way to a token, in words of ours: those of the SDK may hold whatever was answered. */

import { messageOf } from '../../../errors.js';
import { OAuthFailure, OAuthRefusal, refusedWith } from './failure.js';

/** `what` happened, for an error that does not say so. */
export function wordsFor(error: unknown, what: string): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  if (error instanceof OAuthRefusal) return refusedWith(what, error.code, error.said);
  const isUnreadable = error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
  if (isUnreadable) return new OAuthFailure('the answer of its authorization server is not what the protocol says');
  return new OAuthFailure(what, what, messageOf(error));
}
