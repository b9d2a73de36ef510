/** What getting a token needs, whatever the grant. */

import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthOptions } from '../../../model.js';
import type { Issuer } from './discovery.js';
import type { Sdk } from './sdk.js';

export interface GrantParts {
  readonly sdk: Sdk;
  readonly fetch: FetchLike;
  readonly issuer: Issuer;
  readonly options: OAuthOptions;
  readonly signal: AbortSignal | undefined;
  readonly learn: (secret: string) => void;
}

/** How long it may take, and what ends it early. */
export interface Patience {
  /** Milliseconds for one request; a person who signs in has more. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}
