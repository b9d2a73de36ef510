/** A client that signs itself in, and what it takes to be one. */

import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpTarget, OAuthOptions } from '../../../core/model.js';
import { openHttp } from '../../../core/session/http.js';
import { ClientKey } from '../../../core/session/http/oauth/private-key.js';
import type { ServerError, Session } from '../../../core/session/port.js';
import { type Protected, protect } from './oauth-server.js';
import { PATIENT_MS } from './server.js';

const SECRET = 'sesame-open-up';
const CLIENT = { grant: 'client-credentials', clientId: 'robot', clientSecret: SECRET } as const;

async function connect({ url }: Protected, oauth: OAuthOptions = CLIENT): Promise<Session> {
  const target: HttpTarget = { kind: 'http', url, oauth };
  const session = await openHttp(target, { timeoutMs: PATIENT_MS });
  onTestFinished(() => session.close().then(() => {}));
  return session;
}

const failure = (server: Protected, oauth: OAuthOptions = CLIENT): Promise<ServerError> =>
  connect(server, oauth).then(
    () => {
      throw new Error('there is a session');
    },
    (error: unknown) => error as ServerError,
  );

const call = (session: Session): Promise<unknown> =>
  session.request('tools/call', { name: 'poke' }, { timeoutMs: PATIENT_MS });

describe('a client with a secret', () => {
  it('gets a token by it, and another when that is no longer good', async () => {
    const server = await protect({ clients: { robot: SECRET }, needs: () => 'read' });
    const session = await connect(server);
    server.expire();
    expect(await call(session)).toMatchObject({ kind: 'result' });
    for (const { form, headers } of server.of('/token')) {
      expect(Object.fromEntries(form)).toEqual({
        grant_type: 'client_credentials',
        scope: 'read',
        resource: server.url,
      });
      expect(headers.authorization).toBe(`Basic ${Buffer.from(`robot:${SECRET}`).toString('base64')}`);
    }
    expect(server.of('/token')).toHaveLength(2);
    expect([...server.of('/register'), ...server.of('/authorize')]).toEqual([]);
  });

  it('asks for more where a call needs it', async () => {
    const server = await protect({
      clients: { robot: SECRET },
      needs: (method) => (method === 'tools/call' ? 'write' : 'read'),
    });
    expect(await call(await connect(server))).toMatchObject({ kind: 'result' });
    expect(server.of('/token').map(({ form }) => form.get('scope'))).toEqual(['read', 'read write']);
  });

  it('that is wrong is told so, without it', async () => {
    const server = await protect({ clients: { robot: 'another' } });
    const { message, plain } = await failure(server);
    expect(message).toMatch(
      /^The server wants authorization, and there is no token for it: its authorization server gives this client no token \(invalid_client\): refused: grant_type=client_credentials&resource=.* Basic \[redacted\]/,
    );
    expect(message).not.toMatch(new RegExp(`${SECRET}|${Buffer.from(`robot:${SECRET}`).toString('base64')}`));
    expect(plain).toBe(
      'wants authorization, and there is no token for it: its authorization server gives this client no token (invalid_client)',
    );
    expect(server.of('/token')).toHaveLength(1);
  });

  it('is not told in part where what is said of it is cut', async () => {
    const server = await protect({
      on: ({ url, res }) => {
        if (url.pathname !== '/token') return false;
        const description = `${'x'.repeat(140)} ${SECRET}`;
        return (
          res.writeHead(400).end(JSON.stringify({ error: 'invalid_client', error_description: description })), true
        );
      },
    });
    const { message } = await failure(server);
    expect(message).toContain('gives this client no token (invalid_client): xxx');
    expect(message).not.toContain(SECRET.slice(0, 5));
  });

  it.each([
    [{ token_type: 'DPoP', access_token: 'abcdefgh' }, 'gives out tokens that are no bearer tokens'],
    [{ token_type: 'bearer', access_token: 'two\nlines' }, 'gave out a token that no header can carry'],
  ])('does not send what is no token: %j', async (tokens, why) => {
    const server = await protect({
      on: ({ url, res }) =>
        url.pathname === '/token' &&
        (res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens)), true),
    });
    expect((await failure(server)).message).toContain(`its authorization server ${why}.`);
  });

  it.each<[string, number, string, string]>([
    ['a redirect', 307, '', 'answers with HTTP status 307 Temporary Redirect, a redirect, which is not followed'],
    ['a page', 500, '<html>', 'answers with HTTP status 500 Internal Server Error'],
    ['too much', 200, 'x'.repeat(300_000), 'answers with more than 256 KiB'],
  ])('takes no %s for an answer', async (_, status, body, why) => {
    const server = await protect({
      on: ({ url, res, headers }) =>
        url.pathname === '/token' &&
        (res.writeHead(status, { location: `http://${headers.host}/else` }).end(body), true),
    });
    expect((await failure(server)).message).toContain(`${server.issuer}/token ${why}.`);
    expect(server.of('/else')).toEqual([]);
  });

  it.each([
    ['{}', 'is not what the protocol says'],
    ['[', 'is not what the protocol says'],
  ])('takes no %s for a token', async (body, why) => {
    const server = await protect({
      on: ({ url, res }) => url.pathname === '/token' && (res.writeHead(200).end(body), true),
    });
    expect((await failure(server)).message).toContain(`the answer of its authorization server ${why}.`);
  });

  it('believes a refusal that says it is none', async () => {
    const server = await protect({
      on: ({ url, res }) => url.pathname === '/token' && (res.writeHead(200).end('{"error":"invalid_scope"}'), true),
    });
    expect((await failure(server)).message).toContain('gives this client no token (invalid_scope).');
  });

  it('sends none over a wire that anybody can read', async () => {
    const server = await protect();
    const oauth = { ...CLIENT };
    const target: HttpTarget = { kind: 'http', url: server.url.replace('127.0.0.1', '0.0.0.0'), oauth };
    await expect(openHttp(target, { timeoutMs: PATIENT_MS })).rejects.toThrow(
      'a token is only sent over https, or to this machine',
    );
    expect(server.of('/token')).toEqual([]);
  });
});

describe('a client with a key', () => {
  const pair = (type: 'ec' | 'rsa') =>
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = (key: ReturnType<typeof pair>['privateKey'], type: 'pkcs8' | 'sec1' = 'pkcs8'): string =>
    key.export({ type, format: 'pem' } as never).toString();

  it.each([
    ['ec', 'ES256'],
    ['rsa', 'RS256'],
  ] as const)('of %s signs who it is for the authorization server, and has it sent', async (type, alg) => {
    const { privateKey } = pair(type);
    const server = await protect();
    await connect(server, { grant: 'client-credentials', clientId: 'robot', privateKey: pem(privateKey) });
    const form = server.of('/token')[0]?.form;
    expect(form?.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    const [header = '', claims = '', signature = ''] = form?.get('client_assertion')?.split('.') ?? [];
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg, typ: 'JWT' });
    expect(read(claims)).toMatchObject({ iss: 'robot', sub: 'robot', aud: server.issuer });
    const key = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('says for a few minutes who it is, each time in another way', () => {
    const key = ClientKey.from(pem(pair('ec').privateKey));
    const claims = (): { readonly jti: string } =>
      JSON.parse(Buffer.from(key?.assertion('me', 'you', 5_000_500).split('.')[1] ?? '', 'base64url').toString());
    expect(claims()).toMatchObject({ iat: 5000, exp: 5300 });
    expect(claims().jti).not.toBe(claims().jti);
  });

  it('is none when the text is none, or of a kind that is not spoken', () => {
    expect(ClientKey.from('nonsense')).toBeUndefined();
    expect(ClientKey.from('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----')).toBeUndefined();
    expect(ClientKey.from(pem(pair('ec').privateKey, 'sec1'))).toBeUndefined();
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(ClientKey.from(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeUndefined();
  });
});
