/** The person whose client the suite looks at: signs in when the client asks, and knows what the client is known as. */

import type { HttpTarget, OAuthOptions } from '../../core/model.js';

/** What a scenario gives a client that is registered already. */
export interface Credentials {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly issuer?: string;
}

/** The address that the suite takes for that of a client's metadata. Nobody asks there. */
const METADATA = 'https://conformance-test.local/client-metadata.json';
const KNOWN_BY_ADDRESS = ['auth/basic-cimd'];

/** How a token is got in a scenario that is about authorization. */
export async function authorizationFor(
  scenario: string,
  url: string,
  { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey, issuer }: Credentials,
): Promise<Pick<HttpTarget, 'oauth'>> {
  if (!scenario.startsWith('auth/')) return {};
  const known = KNOWN_BY_ADDRESS.includes(scenario) ? METADATA : clientId;
  const registered = known !== undefined && known !== METADATA;
  return {
    oauth: {
      ...(scenario.includes('client-credentials') ? { grant: 'client-credentials' } : SIGNS_IN),
      ...(known !== undefined && { clientId: known }),
      ...(clientSecret !== undefined && { clientSecret }),
      ...(privateKey !== undefined && { privateKey }),
      ...(registered && { issuer: issuer ?? (await issuerOf(url)) }),
    },
  };
}

/** The browser: goes where the client says, and on to where the authorization server says. */
const SIGNS_IN: Pick<OAuthOptions, 'grant' | 'present'> = {
  grant: 'authorization-code',
  present: (address) => void fetch(address).catch(() => {}),
};

/** Where the client is registered. A person would know. */
async function issuerOf(url: string): Promise<string> {
  const { origin, pathname } = new URL(url);
  const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  const { authorization_servers: [issuer = ''] = [] } = (await metadata.json()) as {
    readonly authorization_servers?: readonly string[];
  };
  return issuer;
}
