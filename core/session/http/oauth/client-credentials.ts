/** The client itself has the right: a token for who it is. Source: RFC 6749, 4.4; SEP-1046. */

import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { OAuthOptions } from '../../../model.js';
import { knownClient } from './client.js';
import { OAuthFailure } from './failure.js';
import type { GrantParts } from './parts.js';
import { ClientKey } from './private-key.js';
import { wordsFor } from './words.js';

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** @throws OAuthFailure when there is none */
export async function clientToken(parts: GrantParts, scope: string | undefined): Promise<OAuthTokens> {
  const { sdk, fetch, options, issuer } = parts;
  const { url, metadata, resource } = issuer;
  const provider = providerFor(options, scope, metadata?.issuer ?? url.href);
  const how = { fetchFn: fetch, ...(metadata && { metadata }), ...(resource !== undefined && { resource }) };
  try {
    return await sdk.fetchToken(provider, url, how);
  } catch (error) {
    throw wordsFor(error, 'its authorization server gives this client no token');
  }
}

/** What the SDK asks for such a client; the rest of it is for sign-ins. */
function providerFor(options: OAuthOptions, scope: string | undefined, audience: string): OAuthClientProvider {
  const { clientSecret, privateKey } = options;
  const client = knownClient(options);
  if (client === undefined || (clientSecret ?? privateKey) === undefined)
    throw new OAuthFailure('client credentials are a client id with a secret or a private key');
  const key = privateKey === undefined ? undefined : ClientKey.from(privateKey);
  if (privateKey !== undefined && key === undefined)
    throw new OAuthFailure('the private key is no RSA or EC key in PKCS #8 PEM');
  const prove = (_: Headers, params: URLSearchParams): void => {
    params.set('client_assertion', key?.assertion(client.client_id, audience) ?? '');
    params.set('client_assertion_type', JWT_BEARER);
  };
  const unused = (): never => {
    throw new Error('nobody signs in here');
  };
  return {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => client,
    prepareTokenRequest: () =>
      new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
    ...(key !== undefined && { addClientAuthentication: prove }),
    tokens: () => undefined,
    saveTokens: unused,
    redirectToAuthorization: unused,
    saveCodeVerifier: unused,
    codeVerifier: unused,
  };
}
