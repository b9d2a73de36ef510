/** What a server says it wants, in the header of a refusal. Source: RFC 6750, 3; RFC 9728, 5.1. */

import { scopesIn } from './option-checks.js';
import type { Sdk } from './sdk.js';

const MAX_SCOPE = 2000;

export interface Challenge {
  readonly error: string | undefined;
  /** Where its metadata is. */
  readonly metadataUrl: URL | undefined;
  /** Parted by blanks. */
  readonly scope: string | undefined;
}

/** `header`: WWW-Authenticate, as it came; undefined when none did. */
export function challengeIn(sdk: Sdk, header: string | undefined): Challenge {
  const headers = header === undefined ? {} : { 'WWW-Authenticate': header };
  const { error, resourceMetadataUrl, scope } = sdk.extractWWWAuthenticateParams(new Response(null, { headers }));
  const usable = scope !== undefined && scope.length <= MAX_SCOPE && scopesIn(scope) === scope;
  return { error, metadataUrl: resourceMetadataUrl, scope: usable ? scope : undefined };
}

/** Scopes of several texts, each once, in their order. */
export function joinScopes(...texts: readonly (string | undefined)[]): string | undefined {
  const all = new Set(texts.flatMap((text) => text?.split(' ') ?? []).filter((one) => one !== ''));
  return all.size === 0 ? undefined : [...all].join(' ');
}

/** Whether all scopes of one text are in another. */
export function covers(granted: string | undefined, wanted: string): boolean {
  const has = new Set(granted?.split(' '));
  return wanted.split(' ').every((one) => has.has(one));
}
