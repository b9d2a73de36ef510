/** Who this client is for an authorization server: as the user says, or as it registers itself. Source: RFC 7591. */

import type { OAuthClientInformationMixed } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthOptions } from '../../../model.js';
import { CLIENT_INFO } from '../../protocol.js';
import type { Issuer } from './discovery.js';
import { OAuthFailure } from './failure.js';
import type { Sdk } from './sdk.js';
import { wordsFor } from './words.js';

export type Client = OAuthClientInformationMixed;

/** The client that the user is known as; undefined when it must register. */
export function knownClient({ clientId, clientSecret }: OAuthOptions): Client | undefined {
  if (clientId === undefined) return undefined;
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

export interface Registration {
  readonly sdk: Sdk;
  readonly fetch: FetchLike;
  readonly redirect: URL;
  readonly scope: string | undefined;
}

/** Registers this client. @throws OAuthFailure when that is not offered, or refused */
export async function register(issuer: Issuer, { sdk, fetch, redirect, scope }: Registration): Promise<Client> {
  const { url, metadata } = issuer;
  if (metadata !== undefined && metadata.registration_endpoint === undefined)
    throw new OAuthFailure(
      'its authorization server lets no client register itself; say which client this is with --oauth-client-id',
    );
  const clientMetadata = {
    client_name: CLIENT_INFO.name,
    redirect_uris: [redirect.href],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod(metadata?.token_endpoint_auth_methods_supported),
    // A program on somebody's machine, which comes back to whatever port is free. Source: SEP-837.
    application_type: 'native',
  };
  const how = { clientMetadata, fetchFn: fetch, ...(metadata && { metadata }), ...(scope !== undefined && { scope }) };
  try {
    return await sdk.registerClient(url, how);
  } catch (error) {
    const failure = wordsFor(error, 'its authorization server does not register this client');
    if (metadata !== undefined) throw failure;
    // Nothing says that there is an authorization server at all.
    throw new OAuthFailure(
      `it says nowhere who gives out tokens, and ${failure.message}`,
      'it says nowhere who gives out tokens',
      failure.said,
    );
  }
}

/** A program that anybody can read keeps no secret; it takes one where the authorization server knows nothing else. */
function authMethod(supported: readonly string[] | undefined): string {
  const known = ['none', 'client_secret_basic', 'client_secret_post'];
  return supported === undefined ? 'none' : (known.find((method) => supported.includes(method)) ?? 'none');
}
