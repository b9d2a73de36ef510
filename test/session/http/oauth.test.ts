import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpTarget, OAuthOptions } from '../../../core/model.js';
import { openHttp, type HttpOptions } from '../../../core/session/http.js';
import type { Answer, ServerError, Session, WireEvent } from '../../../core/session/port.js';
import { type Got, type Protected, protect, type Protection } from './oauth-server.js';
import { PATIENT_MS } from './server.js';

/** Somebody who signs in at once. */
const person = (server: Protected): OAuthOptions => ({
  grant: 'authorization-code',
  present: (address) => void server.visit(address),
});

const targetOf = (server: Protected, oauth: OAuthOptions = person(server)): HttpTarget => ({
  kind: 'http',
  url: server.url,
  oauth,
});

async function connect(target: HttpTarget, options: Partial<HttpOptions> = {}): Promise<Session> {
  const session = await openHttp(target, { timeoutMs: PATIENT_MS, ...options });
  onTestFinished(() => session.close().then(() => {}));
  return session;
}

/** Why there is no session. */
async function failure(target: HttpTarget, options: Partial<HttpOptions> = {}): Promise<string> {
  const error = await connect(target, options).then(
    () => {
      throw new Error('there is a session');
    },
    (reason: unknown) => reason as ServerError,
  );
  expect(error).toMatchObject({ name: 'ServerError', status: undefined });
  const [, why] = /^The server wants authorization, and there is no token for it: (.*)\.$/.exec(error.message) ?? [];
  expect(error.plain).toMatch(/^wants authorization, and there is no token for it: /);
  return why ?? error.message;
}

const call = (session: Session, name = 'poke'): Promise<Answer> =>
  session.request('tools/call', { name, arguments: {} }, { timeoutMs: PATIENT_MS });

const query = (got: Got | undefined): Record<string, string> => Object.fromEntries(got?.url.searchParams ?? []);
const grants = (server: Protected): unknown[] => server.of('/token').map(({ form }) => form.get('grant_type'));

/** The server takes no call, whatever the token. */
const refusing =
  (status: number, challenge: string) =>
  ({ json, res }: Got): boolean =>
    json['method'] === 'tools/call' && (res.writeHead(status, { 'www-authenticate': challenge }).end(), true);

/** The browser comes back with this instead of a code. */
const comingBackWith =
  (changes: Record<string, string>) =>
  (address: URL): void => {
    const back = new URL(address.searchParams.get('redirect_uri') ?? '');
    const given = { state: address.searchParams.get('state') ?? '', ...changes };
    back.search = new URLSearchParams(given).toString();
    void fetch(back);
  };

describe('a person who signs in', () => {
  it('gets a session, by a client that registers itself and proves that the code is for it', async () => {
    const server = await protect();
    expect(await call(await connect(targetOf(server)))).toMatchObject({ kind: 'result' });
    const [registered] = server.of('/register');
    expect(registered?.json).toMatchObject({ client_name: 'toolscore', token_endpoint_auth_method: 'none' });
    const [asked] = server.of('/authorize');
    expect(query(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', resource: server.url });
    expect(query(asked)).not.toHaveProperty('scope');
    expect(new URL(query(asked)['redirect_uri'] ?? '').hostname).toBe('127.0.0.1');
    const [token] = server.of('/token');
    expect(Object.fromEntries(token?.form ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      resource: server.url,
    });
  });

  it('signs in once for all sessions of a run', async () => {
    const server = await protect();
    const target = targetOf(server);
    await connect(target);
    await Promise.all([connect(target), connect(target)]);
    expect(server.of('/authorize')).toHaveLength(1);
  });

  it('is a client that is known, and comes back to where that is registered', async () => {
    const server = await protect({ metadata: (all) => ({ ...all, registration_endpoint: undefined }) });
    const redirectUrl = 'http://localhost:0/back';
    await connect(targetOf(server, { ...person(server), clientId: 'mine', redirectUrl }));
    expect(query(server.of('/authorize')[0])).toMatchObject({ client_id: 'mine' });
    expect(query(server.of('/authorize')[0])['redirect_uri']).toMatch(/^http:\/\/localhost:\d+\/back$/);
  });

  it('sees a page that repeats nothing, and the address is good for nothing else', async () => {
    const server = await protect();
    let page: Promise<Response> | undefined;
    const present = async (address: URL): Promise<void> => {
      const back = new URL(address.searchParams.get('redirect_uri') ?? '');
      expect((await fetch(new URL('/other', back))).status).toBe(404);
      expect((await fetch(back, { method: 'POST' })).status).toBe(404);
      page = server.visit(address);
    };
    await connect(targetOf(server, { ...person(server), present: (address) => void present(address) }));
    const shown = await page;
    expect(shown?.status).toBe(200);
    expect(shown?.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await shown?.text()).toBe(
      '<!doctype html><title>toolscore</title><p>You are signed in. This window can be closed.</p>\n',
    );
  });

  it.each<[string, Protection, Partial<OAuthOptions>, string | undefined]>([
    ['what the refusal names', { needs: () => 'read', about: known('read', 'write') }, {}, 'read'],
    ['what the server knows, when the refusal names nothing', { about: known('read', 'write') }, {}, 'read write'],
    ['what the user chose', { about: known('read', 'write') }, { scope: 'some' }, 'some'],
    ['nothing, when nobody says anything', { namesMetadata: false }, {}, undefined],
  ])('is asked for %s', async (_, protection, options, scope) => {
    const server = await protect(protection);
    await connect(targetOf(server, { ...person(server), ...options }));
    expect(query(server.of('/authorize')[0])['scope']).toBe(scope);
    expect(server.of('/register')[0]?.json['scope']).toBe(scope);
  });
});

function known(...scopes: string[]): NonNullable<Protection['about']> {
  return (about) => ({ ...about, scopes_supported: scopes });
}

describe('a sign-in that comes to nothing', () => {
  it.each<[string, OAuthOptions['present'] | undefined, string]>([
    [
      'the person refuses',
      comingBackWith({ error: 'access_denied', error_description: 'no,\n thanks' }),
      'the sign-in was refused (access_denied): no, thanks',
    ],
    [
      'the authorization server refuses',
      comingBackWith({ error: 'server_down' }),
      'its authorization server lets nobody sign in (server_down)',
    ],
    [
      'the state is another',
      comingBackWith({ state: 'other', code: 'abc' }),
      'the browser came back with another state than it was sent with, so the answer is not used',
    ],
    [
      'somebody else answers',
      comingBackWith({ iss: 'http://127.0.0.1:1', code: 'abc' }),
      'the browser came back from another authorization server than it was sent to',
    ],
    ['there is no code', comingBackWith({}), 'the browser came back without a code'],
    [
      'the code is made up',
      comingBackWith({ code: 'made-up-code' }),
      'its authorization server refuses the code of the sign-in (invalid_grant): refused: grant_type=authorization_code&code=[redacted]',
    ],
    ['nobody is there', undefined, 'nobody is there to sign in'],
  ])('because %s', async (_, present, why) => {
    const server = await protect();
    const oauth = { grant: 'authorization-code', ...(present && { present }) } as const;
    expect(await failure(targetOf(server, oauth))).toContain(why);
  });

  it.each<[string, Protection, RegExp]>([
    [
      'no client may register itself',
      { metadata: (all) => ({ ...all, registration_endpoint: undefined }) },
      /^its authorization server lets no client register itself; say which client this is with --oauth-client-id$/,
    ],
    [
      'this client may not',
      {
        on: ({ url, res }) =>
          url.pathname === '/register' && (res.writeHead(400).end('{"error":"invalid_redirect_uri"}'), true),
      },
      /^its authorization server does not register this client \(invalid_redirect_uri\)$/,
    ],
    [
      'nothing says that a stolen code is of no use',
      { metadata: (all) => ({ ...all, code_challenge_methods_supported: undefined }) },
      /^its authorization server does not say that it supports PKCE with S256, without which no code is safe$/,
    ],
    [
      'the authorization server says nothing of itself',
      { metadata: () => undefined },
      /^the authorization server http:\/\/127\.0\.0\.1:\d+ publishes no metadata$/,
    ],
    [
      'the authorization server is not there',
      { about: (all) => ({ ...all, authorization_servers: ['http://127.0.0.1:1'] }) },
      /^http:\/\/127\.0\.0\.1:1\/\.well-known\/oauth-authorization-server cannot be reached: nothing listens there \(connection refused\)$/,
    ],
    [
      'nobody says who gives out tokens',
      { about: () => undefined, namesMetadata: false },
      /^it says nowhere who gives out tokens, and http:\/\/127\.0\.0\.1:\d+\/register answers with HTTP status 404 Not Found$/,
    ],
  ])('because %s', async (_, protection, why) => {
    const server = await protect(protection);
    expect(await failure(targetOf(server))).toMatch(why);
    expect(server.of('/authorize')).toEqual([]);
  });

  it('because nobody does, or the run is over', async () => {
    const server = await protect();
    const oauth: OAuthOptions = { grant: 'authorization-code', present: () => {}, signInMs: 20 };
    expect(await failure(targetOf(server, oauth))).toBe('nobody signed in within 0.02 s');
    const stop = new AbortController();
    const present = (): void => stop.abort('enough of it');
    expect(await failure(targetOf(server, { ...oauth, present, signInMs: PATIENT_MS }), { signal: stop.signal })).toBe(
      'enough of it',
    );
  });

  it('because the port of the client is taken', async () => {
    const server = await protect();
    const redirectUrl = `${new URL(server.url).origin}/callback`;
    expect(await failure(targetOf(server, { ...person(server), redirectUrl }))).toMatch(
      /^the browser cannot come back to http:.*\/callback: .*EADDRINUSE/,
    );
  });

  it('because the server wants tokens and takes none, and that is soon noticed', async () => {
    const server = await protect({ on: ({ json, res }) => 'method' in json && (res.writeHead(401).end(), true) });
    expect(await failure(targetOf(server))).toBe('it refuses the token that was given out for it');
    expect(server.of('/authorize')).toHaveLength(1);
    expect(server.of('/mcp').length).toBeLessThan(4);
  });
});

describe('a token that is no longer good', () => {
  it('is renewed without anybody, once for all who need it', async () => {
    const server = await protect();
    const session = await connect(targetOf(server));
    server.expire();
    const answers = await Promise.all([call(session), call(session), call(session)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['result', 'result', 'result']);
    expect(grants(server)).toEqual(['authorization_code', 'refresh_token']);
  });

  it('is renewed before it is sent, when it is known to be over', async () => {
    const server = await protect({ expiresIn: 0.000_001 });
    const session = await connect(targetOf(server));
    const renewed = grants(server).length;
    expect(await call(session)).toMatchObject({ kind: 'result' });
    expect(grants(server).length).toBe(renewed + 1);
    expect(server.of('/mcp').filter(({ json }) => json['method'] === 'tools/call')).toHaveLength(1);
  });

  it('is asked for anew when it is not renewed', async () => {
    const refused = ({ form, res }: Got): boolean =>
      form.get('grant_type') === 'refresh_token' && (res.writeHead(400).end('{"error":"invalid_grant"}'), true);
    const server = await protect({ on: refused });
    const session = await connect(targetOf(server));
    server.expire();
    expect(await call(session)).toMatchObject({ kind: 'result' });
    expect(server.of('/authorize')).toHaveLength(2);
    expect(server.of('/register')).toHaveLength(1);
  });

  it('ends the call with the reason when the person has had enough, and nobody is asked again', async () => {
    const server = await protect({
      on: ({ form, res }) => form.get('grant_type') === 'refresh_token' && (res.writeHead(500).end(), true),
    });
    let asked = 0;
    const present = (address: URL): void => {
      asked += 1;
      if (asked === 1) void server.visit(address);
      else comingBackWith({ error: 'access_denied' })(address);
    };
    const session = await connect(targetOf(server, { grant: 'authorization-code', present }));
    server.expire();
    const reason =
      'the server answered with HTTP status 401 Unauthorized: invalid_token; no token: the sign-in was refused (access_denied)';
    expect(await call(session)).toMatchObject({ kind: 'malformed', status: 401, reason });
    expect(await call(session)).toMatchObject({ reason });
    expect(asked).toBe(2);
  });

  it('is asked for a few times only, whatever the server says', async () => {
    const server = await protect({ on: refusing(401, 'Bearer error="invalid_token"') });
    const session = await connect(targetOf(server));
    for (let i = 0; i < 10; i += 1) {
      expect(await call(session)).toMatchObject({ status: 401 });
      await session.request('ping', undefined, { timeoutMs: PATIENT_MS });
    }
    expect(server.of('/authorize').length).toBeLessThan(4);
    expect(await call(session)).toMatchObject({
      reason: expect.stringMatching(/; no token: it wanted another authorization more than 3 times$/),
    });
  });
});

describe('a call that needs more', () => {
  it('has more asked for, besides what there was', async () => {
    const server = await protect({ needs: (method) => (method === 'tools/call' ? 'write' : 'read') });
    const session = await connect(targetOf(server));
    expect(await call(session)).toMatchObject({ kind: 'result' });
    expect(server.of('/authorize').map((got) => query(got)['scope'])).toEqual(['read', 'read write']);
    expect(server.letIn.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  it.each([
    ['Bearer error="insufficient_scope", scope="read"', 'it wants the scope "read", which was asked for already'],
    ['Bearer error="insufficient_scope"', 'it wants another scope and does not say which'],
  ])('ends with the reason where no token helps: %s', async (challenge, why) => {
    const server = await protect({ needs: () => 'read', on: refusing(403, challenge) });
    const reason = `the server answered with HTTP status 403 Forbidden: insufficient_scope; no token: ${why}`;
    expect(await call(await connect(targetOf(server)))).toMatchObject({ status: 403, reason });
    expect(server.of('/authorize')).toHaveLength(1);
  });

  it('is simply forbidden when the server says nothing of scopes', async () => {
    const server = await protect({ on: refusing(403, 'Bearer error="nope"') });
    expect(await call(await connect(targetOf(server)))).toMatchObject({
      status: 403,
      reason: 'the server answered with HTTP status 403 Forbidden: nope',
    });
    expect(server.of('/authorize')).toHaveLength(1);
  });
});

it('no secret is in what anybody sees of a session, though the server repeats them all', async () => {
  const server = await protect({ expiresIn: 3600 });
  const seen: WireEvent[] = [];
  const session = await connect(targetOf(server), { tap: (event) => seen.push(event) });
  server.expire();
  const answers = [await call(session), await session.request('tools/list', {}, { timeoutMs: PATIENT_MS })];
  const all = JSON.stringify([seen, answers, session.instructions, session.serverInfo]);
  expect(server.secrets.length).toBeGreaterThan(5);
  for (const secret of server.secrets) expect(all).not.toContain(secret);
  expect(all).toContain('Bearer [redacted]');
});
