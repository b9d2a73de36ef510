/** Who gives out the tokens of a server, by what it and its authorization server say of themselves. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.js';
import type { OAuthOptions } from '../../../core/model.js';
import { checkedAddress } from '../../../core/session/http/oauth/addresses.js';
import { challengeIn } from '../../../core/session/http/oauth/challenge.js';
import { discover, type Issuer } from '../../../core/session/http/oauth/discovery.js';
import { loadSdk } from '../../../core/session/http/oauth/sdk.js';

const SERVER = 'https://mcp.example/files/mcp';
const ISSUER = 'https://login.example/tenant';
const PRM = 'https://mcp.example/.well-known/oauth-protected-resource/files/mcp';
const ROOT_PRM = 'https://mcp.example/.well-known/oauth-protected-resource';
const METADATA = 'https://login.example/.well-known/oauth-authorization-server/tenant';
const OWN_METADATA = 'https://mcp.example/.well-known/oauth-authorization-server';

const about = { resource: SERVER, authorization_servers: [ISSUER] };
const metadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  response_types_supported: ['code'],
};
const ordinary = { [PRM]: about, [METADATA]: metadata };

type Documents = Readonly<Record<string, JsonObject | string | number>>;

/** `documents`: what lies at which address; a number is a status. */
async function found(
  documents: Documents,
  {
    options = { grant: 'authorization-code' },
    header,
  }: { readonly options?: OAuthOptions; readonly header?: string } = {},
): Promise<Issuer> {
  const sdk = await loadSdk();
  const fetch = (address: string | URL): Promise<Response> => {
    const document = documents[String(address)] ?? 404;
    const [text, status] = typeof document === 'number' ? ['', document] : [JSON.stringify(document), 200];
    return Promise.resolve(new Response(document === 'page' ? '<html>' : text, { status }));
  };
  return discover({ sdk, server: new URL(SERVER), fetch, options }, challengeIn(sdk, header));
}

describe('the authorization server', () => {
  it('is the one that the server names', async () => {
    expect(await found({ [PRM]: { ...about, scopes_supported: ['a', 'b'] }, [METADATA]: metadata })).toMatchObject({
      url: new URL(ISSUER),
      resource: SERVER,
      scopes: 'a b',
    });
  });

  it('is looked for where the refusal says, and at the root', async () => {
    const other = 'https://elsewhere.example/about.json';
    const header = `Bearer resource_metadata="${other}"`;
    expect(await found({ [other]: about, [METADATA]: metadata }, { header })).toMatchObject({ resource: SERVER });
    const whole = { ...about, resource: 'https://mcp.example' };
    expect(await found({ [ROOT_PRM]: whole, [METADATA]: metadata })).toMatchObject({ resource: 'https://mcp.example' });
  });

  it('is the server itself when that says nothing, as before 2025-06-18', async () => {
    expect(await found({})).toMatchObject({
      url: new URL('https://mcp.example/'),
      metadata: undefined,
      resource: undefined,
    });
    const own = { ...metadata, issuer: 'https://mcp.example/oauth' };
    expect(await found({ [OWN_METADATA]: own })).toMatchObject({ metadata: own });
  });

  it('is the one of several that the user means', async () => {
    const several = { ...about, authorization_servers: ['https://other.example', ISSUER] };
    const options: OAuthOptions = { grant: 'authorization-code', issuer: `${ISSUER}/` };
    expect(await found({ [PRM]: several, [METADATA]: metadata }, { options })).toMatchObject({ url: new URL(ISSUER) });
  });

  it.each<[string, Documents, string]>([
    [
      'metadata of another resource',
      { ...ordinary, [PRM]: { ...about, resource: 'https://evil.example/mcp' } },
      'its metadata is for another resource, https://evil.example/mcp',
    ],
    [
      'metadata of a longer path',
      { ...ordinary, [PRM]: { ...about, resource: `${SERVER}/more` } },
      `its metadata is for another resource, ${SERVER}/more`,
    ],
    [
      'metadata that is a page',
      { ...ordinary, [PRM]: 'page' },
      'its protected-resource metadata is not what the protocol says',
    ],
    [
      'metadata that lacks what it must have',
      { ...ordinary, [PRM]: { authorization_servers: [ISSUER] } },
      'its protected-resource metadata is not what the protocol says',
    ],
    ['a broken server', { ...ordinary, [PRM]: 500 }, 'its protected-resource metadata answers with HTTP status 500'],
    [
      'an authorization server over http',
      { ...ordinary, [PRM]: { ...about, authorization_servers: ['http://login.example'] } },
      'its authorization server, http://login.example, is neither https nor on this machine',
    ],
    [
      'one on this machine',
      { ...ordinary, [PRM]: { ...about, authorization_servers: ['http://127.0.0.1:99'] } },
      'its authorization server, http://127.0.0.1:99, is on this machine, and the server is not',
    ],
    [
      'one with a login in its address',
      { ...ordinary, [PRM]: { ...about, authorization_servers: ['https://a:b@login.example'] } },
      'its authorization server, https://login.example, holds a login',
    ],
    ['one without metadata', { [PRM]: about }, `the authorization server ${ISSUER} publishes no metadata`],
    [
      'one that is broken',
      { ...ordinary, [METADATA]: 503 },
      `the metadata of the authorization server ${ISSUER} answers with HTTP status 503`,
    ],
    [
      'one that says nonsense',
      { ...ordinary, [METADATA]: { issuer: ISSUER } },
      `the metadata of the authorization server ${ISSUER} is not what the protocol says`,
    ],
    [
      'one that says it is another',
      { ...ordinary, [METADATA]: { ...metadata, issuer: 'https://login.example' } },
      `the metadata of the authorization server ${ISSUER} is of another issuer`,
    ],
    [
      'an authorization endpoint over http',
      { ...ordinary, [METADATA]: { ...metadata, authorization_endpoint: 'http://login.example/a?key=k' } },
      'the authorization endpoint, http://login.example/a, is neither https nor on this machine',
    ],
    [
      'a token endpoint on this machine',
      { ...ordinary, [METADATA]: { ...metadata, token_endpoint: 'https://127.0.0.1/token' } },
      'the token endpoint, https://127.0.0.1/token, is on this machine, and the server is not',
    ],
    [
      'a registration endpoint over http',
      { ...ordinary, [METADATA]: { ...metadata, registration_endpoint: 'http://login.example/r' } },
      'the registration endpoint, http://login.example/r, is neither https nor on this machine',
    ],
    [
      'itself, of another origin',
      { [OWN_METADATA]: metadata },
      'the metadata of the authorization server https://mcp.example is of another issuer',
    ],
  ])('is not to be had from %s', async (_, documents, why) => {
    await expect(found(documents)).rejects.toThrow(expect.objectContaining({ message: why }));
  });

  it('is not looked for elsewhere when the refusal says where, and there is nothing', async () => {
    const header = 'Bearer resource_metadata="https://mcp.example/about"';
    await expect(found(ordinary, { header })).rejects.toThrow(
      'the metadata it names, https://mcp.example/about, is not there',
    );
  });

  it('gets no secret that the user did not mean for it', async () => {
    const secret = { grant: 'client-credentials', clientId: 'robot', clientSecret: 'sesame' } as const;
    await expect(found(ordinary, { options: secret })).rejects.toThrow(
      `the server sends the client's secret to ${ISSUER}; allow that with --oauth-issuer ${ISSUER}`,
    );
    expect(await found(ordinary, { options: { ...secret, issuer: ISSUER } })).toMatchObject({ url: new URL(ISSUER) });
    await expect(found(ordinary, { options: { ...secret, issuer: 'https://mine.example' } })).rejects.toThrow(
      `its authorization server is ${ISSUER}, not the one that --oauth-issuer names`,
    );
    const own = { ...about, authorization_servers: ['https://mcp.example'] };
    const itself = { ...metadata, issuer: 'https://mcp.example' };
    expect(await found({ [PRM]: own, [OWN_METADATA]: itself }, { options: secret })).toMatchObject({
      resource: SERVER,
    });
  });
});

it('what a refusal asks for is taken only as far as it is well-formed', async () => {
  const sdk = await loadSdk();
  expect(challengeIn(sdk, undefined)).toEqual({ error: undefined, metadataUrl: undefined, scope: undefined });
  expect(challengeIn(sdk, 'Basic realm="x"')).toMatchObject({ error: undefined, scope: undefined });
  expect(challengeIn(sdk, 'Bearer error="insufficient_scope", scope="a b:c"')).toMatchObject({
    error: 'insufficient_scope',
    scope: 'a b:c',
  });
  for (const scope of ['a  b', 'a\\b', ' a', 'é', 'x'.repeat(3000)])
    expect(challengeIn(sdk, `Bearer scope="${scope}"`).scope).toBeUndefined();
});

it.each(['http://localhost:1', 'http://127.9.9.9/x', 'http://[::1]:3/x'])(
  '%s may be asked by what is here too',
  (text) => {
    expect(checkedAddress(text, 'it', new URL('http://127.0.0.1:3000/mcp')).href).toBe(new URL(text).href);
  },
);
