/** A person signs in, in a browser: authorization code with PKCE. Source: OAuth 2.1, 4.1. */

import { randomBytes } from 'node:crypto';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { OAuthOptions } from '../../../model.js';
import { Callback } from './callback.js';
import { type Client, knownClient, register } from './client.js';
import type { GrantParts } from './parts.js';
import { OAuthFailure } from './failure.js';
import { wordsFor } from './words.js';

const SIGN_IN_MS = 180_000;

export interface SignedIn {
  readonly tokens: OAuthTokens;
  /** Who may use the refresh token. */
  readonly client: Client;
}

/**
 * Waits until somebody has signed in.
 * @throws OAuthFailure when nobody does, or no token comes of it
 */
export async function signIn(parts: GrantParts, scope: string | undefined, client?: Client): Promise<SignedIn> {
  const { options, signal } = parts;
  if (options.present === undefined) throw new OAuthFailure('nobody is there to sign in');
  checkPkce(parts);
  const callback = await Callback.open(options.redirectUrl);
  try {
    return await through(callback, options.present, parts, { scope, client, signal });
  } finally {
    callback.close();
  }
}

interface Wanted {
  readonly scope: string | undefined;
  readonly client: Client | undefined;
  readonly signal: AbortSignal | undefined;
}

async function through(
  callback: Callback,
  present: NonNullable<OAuthOptions['present']>,
  { sdk, fetch, issuer, options, learn }: GrantParts,
  { scope, client: before, signal }: Wanted,
): Promise<SignedIn> {
  const { url, metadata, resource } = issuer;
  const redirectUrl = callback.url;
  const client =
    before ?? knownClient(options) ?? (await register(issuer, { sdk, fetch, redirect: redirectUrl, scope }));
  if (client.client_secret !== undefined) learn(client.client_secret);
  const common = {
    clientInformation: client,
    ...(metadata && { metadata }),
    ...(resource !== undefined && { resource }),
  };
  const state = randomBytes(24).toString('base64url');
  const asked = { ...common, redirectUrl, state, ...(scope !== undefined && { scope }) };
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(url, asked).catch((error: unknown) => {
    throw wordsFor(error, 'its authorization server does not do what this client needs');
  });
  learn(codeVerifier);
  const expected = { state, issuer: metadata?.issuer, namesIssuer: namesIssuer(metadata) };
  const coming = callback.code(expected, options.signInMs ?? SIGN_IN_MS, signal);
  present(authorizationUrl);
  const authorizationCode = await coming;
  learn(authorizationCode);
  const exchange = { ...common, authorizationCode, codeVerifier, redirectUri: redirectUrl, fetchFn: fetch };
  const tokens = await sdk.exchangeAuthorization(url, exchange).catch((error: unknown) => {
    throw wordsFor(error, 'its authorization server refuses the code of the sign-in');
  });
  return { tokens, client };
}

function namesIssuer(metadata: object = {}): boolean {
  return (
    'authorization_response_iss_parameter_supported' in metadata &&
    metadata.authorization_response_iss_parameter_supported === true
  );
}

/** Who does not say that it checks the challenge may not check it. Source: revision 2025-11-25, authorization code protection. */
function checkPkce({ issuer: { metadata } }: GrantParts): void {
  if (metadata === undefined || metadata.code_challenge_methods_supported?.includes('S256') === true) return;
  throw new OAuthFailure(
    'its authorization server does not say that it supports PKCE with S256, without which no code is safe',
  );
}
