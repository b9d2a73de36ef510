/** Who gives out tokens for a server, and what for. Source: RFC 9728, RFC 8414, and revision 2025-11-25, authorization. */

import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthOptions } from '../../../model.js';
import { checkedAddress, isLoopback, isSameIssuer, shown } from './addresses.js';
import type { Challenge } from './challenge.js';
import { OAuthFailure } from './failure.js';
import type { Sdk } from './sdk.js';

export interface Issuer {
  /** Who gives out tokens. */
  readonly url: URL;
  /** Undefined for a server of 2025-03-26 that publishes none: its endpoints then have their default places. */
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** What a token is for, word for word; undefined when the server does not say. Source: RFC 8707. */
  readonly resource: string | undefined;
  /** Scopes that the server knows, parted by blanks. */
  readonly scopes: string | undefined;
}

export interface DiscoveryParts {
  readonly sdk: Sdk;
  readonly server: URL;
  readonly fetch: FetchLike;
  readonly options: OAuthOptions;
}

/** @throws OAuthFailure when nobody gives out tokens, or not to this client */
export async function discover({ sdk, server, fetch, options }: DiscoveryParts, challenge: Challenge): Promise<Issuer> {
  const about = await resourceMetadata({ sdk, server, fetch }, challenge);
  const resource = about === undefined ? undefined : await resourceOf(sdk, server, about);
  const url = issuerOf(about, server, options.issuer);
  checkMayHaveSecret(url, server, options);
  const metadata = await sdk.discoverAuthorizationServerMetadata(url, { fetchFn: fetch }).catch((error: unknown) => {
    throw unreadable(error, `the metadata of the authorization server ${shown(url)}`);
  });
  if (metadata === undefined && about !== undefined)
    throw new OAuthFailure(
      `the authorization server ${shown(url)} publishes no metadata`,
      'its authorization server publishes no metadata',
    );
  if (metadata !== undefined) checkMetadata(metadata, { url, server, named: about !== undefined });
  return { url, metadata, resource, scopes: about?.scopes_supported?.join(' ') };
}

/** Undefined when the server has none, as before 2025-06-18: then it gives out its tokens itself. */
async function resourceMetadata(
  { sdk, server, fetch }: Omit<DiscoveryParts, 'options'>,
  { metadataUrl }: Challenge,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const named = metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl };
  try {
    return await sdk.discoverOAuthProtectedResourceMetadata(server, named, fetch);
  } catch (error) {
    // What the SDK makes of an error status is a plain Error; a document that is none, something else.
    const missing = error instanceof Error && error.constructor === Error && !error.message.startsWith('HTTP 5');
    if (missing && metadataUrl === undefined) return undefined;
    const where =
      metadataUrl === undefined ? 'its protected-resource metadata' : `the metadata it names, ${shown(metadataUrl)},`;
    throw unreadable(error, where);
  }
}

function unreadable(error: unknown, what: string): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  const status = /^HTTP (\d{3})\b/.exec(error instanceof Error ? error.message : '')?.[1];
  const isMissing = error instanceof Error && /does not implement/.test(error.message);
  const why =
    status !== undefined
      ? `answers with HTTP status ${status}`
      : isMissing
        ? 'is not there'
        : 'is not what the protocol says';
  return new OAuthFailure(`${what} ${why}`, `its metadata ${why}`);
}

/** RFC 9728, 3.3: metadata of another resource is not used. */
async function resourceOf(sdk: Sdk, server: URL, about: OAuthProtectedResourceMetadata): Promise<string> {
  const isFor = sdk.checkResourceAllowed({ requestedResource: server, configuredResource: about.resource });
  if (isFor) return about.resource;
  throw new OAuthFailure(
    `its metadata is for another resource, ${shown(new URL(about.resource))}`,
    'its metadata is for another resource',
  );
}

function issuerOf(about: OAuthProtectedResourceMetadata | undefined, server: URL, wanted: string | undefined): URL {
  const named = about?.authorization_servers ?? [];
  const [first = new URL('/', server).href] = named;
  const found = wanted === undefined ? first : [first, ...named].find((one) => isSameIssuer(one, wanted));
  if (found === undefined) {
    const other = URL.canParse(first) ? shown(new URL(first)) : 'another';
    throw new OAuthFailure(
      `its authorization server is ${other}, not the one that --oauth-issuer names`,
      'its authorization server is not the one that --oauth-issuer names',
    );
  }
  return checkedAddress(found, 'its authorization server', server);
}

/** The server says who gets the secret, so it must not be able to have it sent to anybody it likes. */
function checkMayHaveSecret(url: URL, server: URL, { issuer, clientSecret, privateKey }: OAuthOptions): void {
  if (issuer !== undefined || (clientSecret === undefined && privateKey === undefined)) return;
  if (url.origin === server.origin || (isLoopback(url) && isLoopback(server))) return;
  throw new OAuthFailure(
    `the server sends the client's secret to ${shown(url)}; allow that with --oauth-issuer ${url.href}`,
    "the server sends the client's secret elsewhere; --oauth-issuer names who may have it",
  );
}

interface Where {
  readonly url: URL;
  readonly server: URL;
  /** The server named it. */
  readonly named: boolean;
}

/** RFC 8414, 3.3. Before 2025-06-18 the metadata lay at the origin of the server, whoever issued. */
function checkMetadata(metadata: AuthorizationServerMetadata, { url, server, named }: Where): void {
  const { issuer } = metadata;
  const isOwn = named ? isSameIssuer(issuer, url.href) : URL.canParse(issuer) && new URL(issuer).origin === url.origin;
  if (!isOwn)
    throw new OAuthFailure(
      `the metadata of the authorization server ${shown(url)} is of another issuer`,
      'the metadata of its authorization server is of another issuer',
    );
  const { authorization_endpoint: authorize, token_endpoint: token, registration_endpoint: register } = metadata;
  checkedAddress(authorize, 'the authorization endpoint', server);
  checkedAddress(token, 'the token endpoint', server);
  if (register !== undefined) checkedAddress(register, 'the registration endpoint', server);
}
