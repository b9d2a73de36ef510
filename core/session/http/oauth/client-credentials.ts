/** The client itself has the right: a token for who it is. Source: RFC 6749, 4.4; RFC 7523, 2.2; SEP-1046. */

import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { OAuthOptions } from '../../../model.js';
import { OAuthFailure } from './failure.js';
import type { GrantParts } from './parts.js';
import type { Sdk } from './sdk.js';
import { wordsFor } from './words.js';

/** @throws OAuthFailure when there is none */
export async function clientToken(parts: GrantParts, scope: string | undefined): Promise<OAuthTokens> {
  const { sdk, fetch, options, issuer } = parts;
  const { url, metadata, resource } = issuer;
  const provider = providerFor(sdk, options, { scope, expectedIssuer: url.href });
  const how = { fetchFn: fetch, ...(metadata && { metadata }), ...(resource !== undefined && { resource }) };
  try {
    return await sdk.fetchToken(provider, url, how);
  } catch (error) {
    throw wordsFor(error, 'its authorization server gives this client no token');
  }
}

function providerFor(
  sdk: Sdk,
  { clientId, clientSecret, privateKey }: OAuthOptions,
  more: { readonly scope: string | undefined; readonly expectedIssuer: string },
): OAuthClientProvider {
  const { scope, expectedIssuer } = more;
  const common = { expectedIssuer, ...(scope !== undefined && { scope }) };
  if (clientId !== undefined && privateKey !== undefined) {
    const algorithm = algorithmOf(privateKey);
    if (algorithm === undefined) throw new OAuthFailure('the private key is no RSA or EC key in PKCS #8 PEM');
    return new sdk.PrivateKeyJwtProvider({ ...common, clientId, privateKey, algorithm });
  }
  if (clientId === undefined || clientSecret === undefined)
    throw new OAuthFailure('client credentials are a client id with a secret or a private key');
  return new sdk.ClientCredentialsProvider({ ...common, clientId, clientSecret });
}

const CURVES: ReadonlyMap<string | undefined, string> = new Map([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
]);

/** How a key in PKCS #8 PEM signs, in the words of RFC 7518, 3.1; undefined when it is no such key, or signs otherwise. */
export function algorithmOf(privateKey: string): string | undefined {
  if (!privateKey.includes('-----BEGIN PRIVATE KEY-----')) return undefined;
  let key: KeyObject;
  try {
    key = createPrivateKey(privateKey);
  } catch {
    return undefined;
  }
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  return key.asymmetricKeyType === 'ec' ? CURVES.get(key.asymmetricKeyDetails?.namedCurve) : undefined;
}
