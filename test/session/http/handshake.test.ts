import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { unreached } from '../../../core/session/http/faults.js';
import { until } from '../odd.js';
import { answerTo, type Asked, call, connect, failure, plain, refusalOf, send, serve, stream } from './server.js';

type Reply = (asked: Asked) => unknown;
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Reply =>
  ({ res }) =>
    res.writeHead(code, headers).end(body);

/** What a person reads when the server deals with everything like this. */
async function refused(reply: Reply, headers?: Record<string, string>) {
  const server = await serve(reply);
  const error = await failure({ url: server.url, ...(headers && { headers }) });
  return { error, server, verbs: server.asked.map(({ verb, message }) => message.method ?? verb) };
}

describe('a server that gives no session says why', () => {
  it.each([
    [
      401,
      {},
      'The server wants authorization: send it an Authorization header, or sign in with --oauth. It answered with HTTP status 401 Unauthorized.',
    ],
    [403, {}, 'The server forbids access with these headers. It answered with HTTP status 403 Forbidden.'],
    [407, {}, 'The server refused the handshake. It answered with HTTP status 407 Proxy Authentication Required.'],
    [413, {}, 'The server refused the handshake. It answered with HTTP status 413 Payload Too Large.'],
    [
      429,
      { 'retry-after': '10' },
      'The server gets too many requests. It answered with HTTP status 429 Too Many Requests: it wants to be left alone for 10 s.',
    ],
    [500, {}, 'The server failed. It answered with HTTP status 500 Internal Server Error.'],
    [
      301,
      { location: 'https://elsewhere.example/mcp?key=hush' },
      'The server sends on to another address; give the final one. It answered with HTTP status 301 Moved Permanently: a redirect to https://elsewhere.example/mcp, which is not followed.',
    ],
  ])('%i, at the first question', async (code, headers, message) => {
    const { error, verbs } = await refused(status(code, headers));
    expect(error).toMatchObject({ name: 'ServerError', message, fault: 'protocol', status: code });
    // Nothing is concluded from it, so nothing more is asked.
    expect(verbs).toEqual(['server/discover']);
  });

  it('a token that is refused', async () => {
    const challenge = { 'www-authenticate': 'Bearer error="invalid_token", error_description="expired-secret-1"' };
    const { error } = await refused(status(401, challenge), { Authorization: 'Bearer expired-secret-1' });
    expect(error.message).toBe(
      'The server refuses the authorization it was given: the token may be wrong, expired, or for another server. It answered with HTTP status 401 Unauthorized: invalid_token, [redacted].',
    );
  });

  it.each([
    [404, 'There is no MCP server at this path of the address. It answered with HTTP status 404 Not Found.'],
    [
      405,
      'The address takes no messages as Streamable HTTP sends them. It answered with HTTP status 405 Method Not Allowed.',
    ],
    [400, 'The server refused the handshake. It answered with HTTP status 400 Bad Request.'],
    [
      202,
      'The server takes requests at this address and answers none. It answered with HTTP status 202 Accepted: that is no answer to a request, and none will come.',
    ],
  ])('%i, after the handshake was tried as well', async (code, message) => {
    const { error, verbs } = await refused(status(code));
    expect(error).toMatchObject({ message, fault: 'protocol', status: code });
    expect(verbs.slice(0, 2)).toEqual(['server/discover', 'initialize']);
  });

  it('a web page', async () => {
    const { error } = await refused(({ res }) => res.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    expect(error).toMatchObject({
      message:
        "The server's answer to the handshake cannot be used: the answer has the content type text/html; it must be application/json or text/event-stream.",
      fault: 'protocol',
    });
  });

  it('a JSON-RPC error, or a result that is none', async () => {
    expect((await refused((asked) => send(asked, 'json', refusalOf(asked)))).error.message).toBe(
      'The server refused the handshake: no (error -32601).',
    );
    expect((await refused((asked) => send(asked, 'events', answerTo(asked, 5)))).error.message).toBe(
      "The server's answer to the handshake cannot be used: its result is a number, not an object.",
    );
  });

  it.each([
    ['silence', () => {}, 'The server did not answer within 2 s.'],
    [
      'an answer without end',
      ({ res }: Asked) => res.writeHead(200, { 'content-type': 'application/json' }).write(' '),
      'The server did not answer within 2 s: the answer had begun, 1 bytes of it, and did not end.',
    ],
  ])('%s', async (_, reply, message) => {
    const server = await serve(reply);
    // Long enough for the first byte on a busy machine.
    expect(await failure(server, { timeoutMs: 2_000 })).toMatchObject({ message, fault: 'timeout' });
    await until(() => server.asked.every(({ res }) => res.destroyed));
  });

  it('headers that trickle', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      const more = setInterval(() => socket.write('H'), 10);
      socket.on('close', () => clearInterval(more));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // The first letters are no HTTP to a parser that is strict about it; either is told.
    expect((await failure({ url }, { timeoutMs: 200 })).message).toMatch(
      /^The server('s answer to the handshake cannot be used: what came back is not HTTP| did not answer within 0\.2 s)/,
    );
  });

  it('a server that gives out sessions too soon, and then wants them', async () => {
    const server = await serve(({ message, headers, res }) => {
      if (message.method === 'server/discover') res.setHeader('mcp-session-id', 'too-soon');
      res.writeHead(headers['mcp-session-id'] === 'too-soon' ? 200 : 404).end();
    });
    expect((await failure(server)).message).toMatch(
      /HTTP status 404 Not Found\. Before that it gave out a session id, though a session begins with the handshake\.$/,
    );
  });

  it('a server that speaks the older transport', async () => {
    const older = await serve((asked) => {
      if (asked.verb === 'GET') stream(asked).write('event: endpoint\ndata: /messages?id=1\n\n');
      else asked.res.writeHead(405).end();
    });
    expect((await failure(older)).message).toBe(
      'The server speaks the HTTP+SSE transport of 2024-11-05, which was replaced by Streamable HTTP and is not supported.',
    );
    await until(() => older.of('GET').every(({ res }) => res.destroyed));
  });
});

describe('a server that cannot be reached', () => {
  /** A port that nobody listens on. */
  async function free(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  it('is named by its host and nothing else of the address', async () => {
    const port = await free();
    const error = await failure({ url: `http://user:hush@127.0.0.1:${port}/secret-path?token=hush` });
    expect(error).toMatchObject({
      message: `No session with 127.0.0.1:${port}: the server cannot be reached: nothing listens there (connection refused).`,
      fault: 'closed',
    });
  });

  it('has no host', async () => {
    expect((await failure({ url: 'http://nowhere.invalid/' })).message).toMatch(
      /^No session with nowhere\.invalid: the server cannot be reached: (there is no such host name|the host name cannot be looked up at the moment)\.$/,
    );
  });

  it('does not speak TLS', async () => {
    const { url } = await plain();
    expect(await failure({ url: url.replace('http:', 'https:') })).toMatchObject({
      message: expect.stringMatching(/: the server cannot be reached: (it does not speak TLS|TLS cannot be agreed on)/),
      fault: 'closed',
    });
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its TLS certificate is self-signed'],
    ['CERT_HAS_EXPIRED', 'its TLS certificate has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its TLS certificate is for another host name'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS cannot be agreed on (ERR_SSL_WRONG_VERSION_NUMBER)'],
    ['EHOSTUNREACH', 'there is no way to the host'],
    ['EWHAT', 'EWHAT'],
  ])('because of %s', (code, words) => {
    const settlement = unreached(Object.assign(new Error('x'), { code }));
    expect(settlement).toMatchObject({
      kind: 'closed',
      reason: expect.stringContaining(`the server cannot be reached: ${words}`),
    });
  });

  it.each(['ftp://127.0.0.1/', 'nonsense', ''])('has no address at all: %j', async (url) => {
    expect((await failure({ url })).message).toMatch(/^The address of the server is none of http or https/);
  });

  it.each([
    [{ 'Mcp-Session-Id': 'mine-is-secret' }, 'The header "Mcp-Session-Id" cannot be set: it is part of the protocol.'],
    [{ 'X-A b': 'mine-is-secret' }, 'The header "X-A b" has a name that is none in HTTP.'],
    [{ 'X-A': 'mine-is\r\nsecret' }, 'The header "X-A" has a value with characters that HTTP does not allow.'],
  ])('is given a header that cannot be: %j', async (headers, message) => {
    expect((await failure({ url: 'http://127.0.0.1:1/', headers })).message).toBe(message);
  });
});

describe('the era', () => {
  const discover: [string, Reply, 'initialize' | 'stateless'][] = [
    ['an error', (asked) => send(asked, 'json', refusalOf(asked)), 'initialize'],
    ['400 without a word', status(400), 'initialize'],
    ['400 with a page', status(400, { 'content-type': 'text/html' }, '<p>'), 'initialize'],
    ['404', status(404), 'initialize'],
    ['406', status(406), 'initialize'],
    ['a connection that is cut', ({ res }) => res.destroy(), 'initialize'],
    [
      'a session for whoever asks',
      ({ res }) => res.writeHead(400, { 'mcp-session-id': 'no such session' }).end(),
      'initialize',
    ],
  ];
  it.each(discover)('of a server that answers the question with %s', async (_, reply, era) => {
    const server = await plain({
      session: 's',
      on: (asked) => asked.message.method === 'server/discover' && (reply(asked), true),
    });
    const session = await connect(server);
    expect(session.era).toBe(era);
    expect(await call(session)).toMatchObject({ kind: 'result' });
  });

  it('of a server that does not answer the question is found all the same', async () => {
    const server = await plain({ on: ({ message }) => message.method === 'server/discover' });
    expect(await connect(server, { timeoutMs: 2000 })).toMatchObject({ era: 'initialize' });
  });

  it.each([400, 404, 200])(
    'is stateless when the version is refused with status %i and another is named',
    async (code) => {
      const server = await plain({
        era: 'stateless',
        on: (asked) => {
          if (asked.message.method !== 'server/discover' || server.of('server/discover').length > 1) return false;
          const error = { code: -32022, message: 'no', data: { supported: ['2026-07-28', '2027-01-01'] } };
          asked.res
            .writeHead(code, { 'content-type': 'application/json' })
            .end(JSON.stringify({ ...refusalOf(asked), error }));
          return true;
        },
      });
      expect(await connect(server)).toMatchObject({ era: 'stateless', version: '2026-07-28' });
    },
  );

  it.each(['initialize', 'stateless'] as const)('is not asked for when it is known: %s', async (era) => {
    const server = await plain({ era, session: 's' });
    expect(await connect(server, { era })).toMatchObject({ era });
    expect(server.asked[0]?.message.method).toBe(era === 'initialize' ? 'initialize' : 'server/discover');
  });
});

describe('opening', () => {
  it('says what this client can do, in either era', async () => {
    for (const era of ['initialize', 'stateless'] as const) {
      const server = await plain({ era, session: 's' });
      await call(await connect(server, { era, capabilities: { sampling: {} } }));
      const { params } = server.of(era === 'initialize' ? 'initialize' : 'tools/call')[0]?.message ?? {};
      expect(params?.['capabilities'] ?? params?._meta?.['io.modelcontextprotocol/clientCapabilities']).toEqual({
        sampling: {},
      });
    }
  });

  it.each([
    ['initialize', 2],
    ['stateless', 1],
  ] as const)('spends a request for each question: %s', async (era, wanted) => {
    let spent = 0;
    await connect(await plain({ era }), { spend: () => ++spent > 0 });
    expect(spent).toBe(wanted);
    const server = await plain({ era });
    let left = wanted - 1;
    expect(await failure(server, { spend: () => left-- > 0 })).toMatchObject({
      message: expect.stringContaining('no request may be sent any more'),
    });
    expect(server.asked.length).toBeLessThan(wanted);
  });

  it('without a handshake asks nothing, and the version of a message is what the message says', async () => {
    const server = await plain({ session: 's' });
    const session = await connect(server, { handshake: false });
    expect(session).toMatchObject({ era: 'initialize', version: '', capabilities: {} });
    expect(server.asked).toEqual([]);
    const offer = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    expect(await session.request('initialize', offer, { timeoutMs: 10_000, strict: true })).toMatchObject({
      kind: 'result',
    });
    expect(server.asked[0]?.headers).not.toHaveProperty('mcp-protocol-version');
    await session.close();
    // Nobody wanted the session that the server made of it.
    expect(server.of('DELETE')[0]?.headers).toMatchObject({ 'mcp-session-id': 's' });

    const stateless = await plain({ era: 'stateless' });
    const other = await connect(stateless, { handshake: false, era: 'stateless' });
    const named = { _meta: { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } };
    await other.request('server/discover', named, { timeoutMs: 10_000 });
    expect(stateless.asked[0]?.headers).toMatchObject({
      'mcp-protocol-version': '1999-01-01',
      'mcp-method': 'server/discover',
    });
  });

  it('waits until the server knows that the handshake is complete', async () => {
    let told = false;
    const server = await plain({
      on: ({ message, res }) => {
        if (message.method !== 'notifications/initialized') return false;
        setTimeout(() => ((told = true), res.writeHead(202).end()), 50);
        return true;
      },
    });
    await connect(server);
    expect(told).toBe(true);
  });

  it.each([
    [400, /^The server refused the handshake\. It answered with HTTP status 400/],
    [401, /^The server wants authorization/],
  ])('fails when the end of the handshake is refused with %i', async (code, message) => {
    const server = await plain({
      on: ({ message: { method }, res }) => method === 'notifications/initialized' && (res.writeHead(code).end(), true),
    });
    expect((await failure(server)).message).toMatch(message);
  });

  it('fails when the end of the handshake is not answered in time, or is given up', async () => {
    const mute = () => plain({ on: ({ message }) => message.method === 'notifications/initialized' });
    expect(await failure(await mute(), { timeoutMs: 500 })).toMatchObject({
      message: 'The server did not answer within 0.5 s.',
      fault: 'timeout',
    });
    const stop = new AbortController();
    const server = await mute();
    const refused = failure(server, { signal: stop.signal });
    await server.first('notifications/initialized');
    stop.abort('enough');
    expect((await refused).message).toBe('Connecting to the server was interrupted: enough.');
    await until(() => server.asked.every(({ res }) => res.destroyed || res.writableEnded));
  });

  it.each([200, 202, 204])('bears %i for the end of the handshake, unless it is strict', async (code) => {
    const server = await plain({
      on: ({ message: { method }, res }) => method === 'notifications/initialized' && (res.writeHead(code).end(), true),
    });
    expect(await connect(server)).toMatchObject({ era: 'initialize' });
    if (code === 202) expect(await connect(server, { strict: true })).toMatchObject({ era: 'initialize' });
    else
      expect(await failure(server, { strict: true })).toMatchObject({
        message: expect.stringMatching(
          /It answered notifications\/initialized with HTTP status 20[04] .* instead of 202 Accepted\.$/,
        ),
        fault: 'protocol',
      });
  });

  it.each(['with a blank', 'é', 'x'.repeat(1025)])('fails when the session id cannot be sent back', async (session) => {
    const server = await plain({
      on: ({ message: { method }, res }) => void (method === 'initialize' && res.setHeader('mcp-session-id', session)),
    });
    expect((await failure(server)).message).toBe(
      "The server's answer to the handshake cannot be used: the session id of the server is not 1 to 1024 visible ASCII characters, so it cannot be sent back.",
    );
  });

  it('fails when the session id changes at once', async () => {
    const server = await plain({
      session: 's1',
      on: ({ message: { method }, res }) =>
        void (method === 'notifications/initialized' && res.setHeader('mcp-session-id', 's2')),
    });
    expect((await failure(server)).message).toContain('the server changed the session id');
  });

  it('can be given up', async () => {
    const stop = new AbortController();
    const server = await serve(() => stop.abort('enough'));
    expect(await failure(server, { signal: stop.signal })).toMatchObject({
      message: 'Connecting to the server was interrupted: enough.',
    });
    expect((await failure(server, { signal: stop.signal, handshake: false })).message).toContain('enough');
  });
});
