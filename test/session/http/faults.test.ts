import { describe, expect, it } from 'vitest';
import type { RequestOptions } from '../../../core/session/port.js';
import {
  answerTo,
  type Asked,
  call,
  connect,
  eventOf,
  events,
  plain,
  refusalOf,
  send,
  type Served,
  stream,
} from './server.js';

type Reply = (asked: Asked) => unknown;

/** One call to a server of either era that deals with calls in its own way. */
async function called(
  reply: Reply,
  era: 'initialize' | 'stateless' = 'initialize',
  options: Partial<RequestOptions> = {},
) {
  const server = await plain({
    era,
    on: (asked) => asked.message.method === 'tools/call' && (reply(asked), true),
  });
  const session = await connect(server, { maxFrameBytes: 64 * 1024 });
  return { answer: await call(session, options), session, server };
}

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Reply =>
  ({ res }) =>
    res.writeHead(code, headers).end(body);
const body =
  (type: string | undefined, text: string, headers: Record<string, string> = {}): Reply =>
  ({ res }) =>
    res.writeHead(200, { ...(type !== undefined && { 'content-type': type }), ...headers }).end(text);
const JSON_TYPE = { 'content-type': 'application/json' };

const FAULTS: readonly [string, Reply, string, string][] = [
  [
    'a refusal for lack of authorization',
    status(401),
    'malformed',
    'the server answered with HTTP status 401 Unauthorized',
  ],
  [
    'a token that has expired',
    status(401, {
      'www-authenticate': 'Bearer realm="x", error="invalid_token", error_description="The token has\texpired"',
    }),
    'malformed',
    'the server answered with HTTP status 401 Unauthorized: invalid_token, The token has expired',
  ],
  ['403', status(403), 'malformed', 'the server answered with HTTP status 403 Forbidden'],
  ['404', status(404), 'malformed', 'the server answered with HTTP status 404 Not Found'],
  ['405', status(405), 'malformed', 'the server answered with HTTP status 405 Method Not Allowed'],
  ['413', status(413), 'malformed', 'the server answered with HTTP status 413 Payload Too Large'],
  [
    '429',
    status(429, { 'retry-after': '86400' }),
    'malformed',
    'the server answered with HTTP status 429 Too Many Requests: it wants to be left alone for 86400 s',
  ],
  ['500', status(500), 'malformed', 'the server answered with HTTP status 500 Internal Server Error'],
  ['a status that nobody knows', status(599), 'malformed', 'the server answered with HTTP status 599'],
  [
    'an error that explains itself',
    status(500, { 'content-type': 'text/plain' }, 'the   database\nis away'),
    'malformed',
    'the server answered with HTTP status 500 Internal Server Error: the database is away',
  ],
  [
    'an error that explains itself in JSON',
    status(400, JSON_TYPE, '{"error":{"message":"no such thing"}}'),
    'malformed',
    'the server answered with HTTP status 400 Bad Request: no such thing',
  ],
  [
    'an error page',
    status(502, { 'content-type': 'text/plain' }, '<html>nothing to read'),
    'malformed',
    'the server answered with HTTP status 502 Bad Gateway',
  ],
  [
    'a redirect',
    status(307, { location: 'http://127.0.0.1:9/other?token=hush' }),
    'malformed',
    'the server answered with HTTP status 307 Temporary Redirect: a redirect to http://127.0.0.1:9/other, which is not followed',
  ],
  [
    'a redirect on the same host',
    status(308, { location: '/mcp/' }),
    'malformed',
    'the server answered with HTTP status 308 Permanent Redirect: a redirect to /mcp/, which is not followed',
  ],
  [
    'a redirect to nowhere',
    status(302),
    'malformed',
    'the server answered with HTTP status 302 Found: a redirect, which is not followed',
  ],
  [
    '202',
    status(202),
    'malformed',
    'the server answered with HTTP status 202 Accepted: that is no answer to a request, and none will come',
  ],
  [
    '204',
    status(204),
    'malformed',
    'the server answered with HTTP status 204 No Content: that is no answer to a request, and none will come',
  ],
  [
    'a web page',
    body('text/html; charset=utf-8', '<p>Sign in'),
    'malformed',
    'the answer has the content type text/html; it must be application/json or text/event-stream',
  ],
  [
    'an answer of no type',
    body(undefined, '{}'),
    'malformed',
    'the answer has no content type; it must be application/json or text/event-stream',
  ],
  ['an empty answer', body('application/json', ' \n'), 'malformed', 'the answer is empty'],
  ['what is no JSON', body('application/json', 'Hello'), 'malformed', 'the answer is no JSON'],
  ['JSON that is no message', body('application/json', '[]'), 'malformed', 'the answer answers no request of ours'],
  [
    'an answer to another request',
    (asked) => send(asked, 'json', { ...answerTo(asked), id: 99 }),
    'malformed',
    'the answer answers no request of ours',
  ],
  [
    'events that answer another request',
    (asked) => send(asked, 'events', { ...answerTo(asked), id: 99 }),
    'closed',
    'the stream ended without an answer',
  ],
  ['a stream without an event', (asked) => stream(asked).end(), 'closed', 'the stream ended without an answer'],
  [
    'events of another type',
    (asked) => stream(asked).end(`event: reply\n${eventOf(answerTo(asked))}`),
    'closed',
    'the stream ended without an answer; an event of the type "reply" came, and only "message" is one of the protocol',
  ],
  [
    'what is compressed',
    body('application/json', 'x', { 'content-encoding': 'gzip' }),
    'malformed',
    'the answer is compressed (content encoding gzip), which was not asked for and is not read',
  ],
  [
    'an answer that is too long',
    (asked) => send(asked, 'json', answerTo(asked, 'x'.repeat(70_000))),
    'malformed',
    'the answer is longer than the limit of 65536 bytes',
  ],
  [
    'an event that is too long',
    (asked) => send(asked, 'events', answerTo(asked, 'x'.repeat(70_000))),
    'malformed',
    'the answer is longer than the limit of 65536 bytes',
  ],
  [
    'an event of lines that are too long together',
    (asked) => stream(asked).end('data: xx\n'.repeat(30_000)),
    'malformed',
    'the answer is longer than the limit of 65536 bytes',
  ],
  [
    'an answer without end, and nobody reads on',
    ({ res }) => {
      res.writeHead(200, JSON_TYPE);
      const more = (): void => void (res.destroyed || res.write(' '.repeat(10_000), () => setImmediate(more)));
      more();
    },
    'malformed',
    'the answer is longer than the limit of 65536 bytes',
  ],
  [
    'a connection that is cut',
    ({ res }) => res.destroy(),
    'closed',
    'the server closed the connection before it answered',
  ],
  [
    'an answer that is cut',
    ({ res }) => res.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{"json', () => res.destroy()),
    'closed',
    'the connection broke after 6 bytes of the answer',
  ],
  [
    'an event that is cut',
    (asked) => stream(asked).write('data: {"jsonrpc":"2.0","id":2,"resu', () => asked.res.destroy()),
    'closed',
    'the connection broke before the answer was complete',
  ],
  [
    'headers that are too long',
    ({ res }) => res.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
    'malformed',
    'the headers of the answer are longer than 16 KiB',
  ],
  [
    'what is no HTTP',
    ({ res }) => res.socket?.end('hello\r\n\r\n'),
    'malformed',
    expect.stringMatching(/^what came back is not HTTP \(HPE_\w+\)$/) as unknown as string,
  ],
];

describe.each(['initialize', 'stateless'] as const)('in the %s era a call', (era) => {
  it.each(FAULTS)('that is answered with %s', async (_, reply, kind, reason) => {
    for (const options of [{}, { strict: true } as const]) {
      const { answer, session } = await called(reply, era, options);
      const mapped = options.strict && /answers no request|without an answer$/.test(reason) && answer.raw !== undefined;
      expect(answer).toMatchObject(mapped ? { kind: 'malformed' } : { kind, reason });
      // It cost that call and nothing else.
      expect(session.closed).toBe(false);
      expect(await session.request('ping', undefined, { timeoutMs: 10_000 })).toMatchObject({ kind: 'result' });
    }
  });

  it.each(['json', 'events'] as const)('is answered whatever the shape, in %s', async (style) => {
    const shapes: [(asked: Asked) => unknown, object][] = [
      [(asked) => answerTo(asked, null), { kind: 'result', result: null }],
      [
        (asked) => ({ ...answerTo(asked, 1), id: String(asked.message.id) }),
        { kind: 'result', result: 1, idType: 'string' },
      ],
      [(asked) => refusalOf(asked), { kind: 'error', error: { code: -32601 } }],
      [(asked) => ({ ...refusalOf(asked), id: null }), { kind: 'error', error: { code: -32601 } }],
      [() => ({ jsonrpc: '2.0', error: 'text' }), { kind: 'error', error: 'text' }],
      [
        (asked) => ({ ...answerTo(asked), error: {} }),
        { kind: 'malformed', reason: 'the answer has a result and an error' },
      ],
      [(asked) => [answerTo(asked, 'in a batch')], { kind: 'result', result: 'in a batch' }],
    ];
    for (const [shape, expected] of shapes)
      expect((await called((asked) => send(asked, style, shape(asked)), era)).answer).toMatchObject(expected);
  });

  it.each(['json', 'events'] as const)('that is strict takes nothing but a matching answer, in %s', async (style) => {
    const strictly = async (shape: (asked: Asked) => unknown) =>
      (await called((asked) => send(asked, style, shape(asked)), era, { strict: true })).answer;
    const unread = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } };
    expect(await strictly(() => unread)).toMatchObject({
      kind: 'malformed',
      raw: unread,
      reason: 'an answer with the id null',
    });
    expect(await strictly((asked) => ({ ...answerTo(asked), id: 99 }))).toMatchObject({
      kind: 'malformed',
      reason: 'an answer to a request that nobody made',
    });
    expect(await strictly((asked) => ({ ...answerTo(asked), id: String(asked.message.id) }))).toMatchObject({
      kind: 'malformed',
    });
    expect(await strictly((asked) => answerTo(asked, 1))).toMatchObject({ kind: 'result', result: 1 });
  });

  const dots = ({ res }: Asked): void => {
    res.write('.');
    const more = setInterval(() => res.write('.'), 5);
    res.on('close', () => clearInterval(more));
  };
  const isClosed = async (server: Served): Promise<void> => {
    const { res } = await server.first('tools/call');
    if (!res.destroyed) await new Promise((resolve) => res.on('close', resolve));
  };

  it('that is not answered, or not whole, is given up at its deadline', async () => {
    const silent: [Reply, RegExp][] = [
      [() => {}, /^no answer within 3 s$/],
      [
        (asked) => (asked.res.writeHead(200, JSON_TYPE), dots(asked)),
        /^no answer within 3 s; the answer had begun, \d+ bytes of it, and did not end$/,
      ],
      [(asked) => stream(asked), /^no answer within 3 s; its stream was open$/],
      [(asked) => (stream(asked), dots(asked)), /^no answer within 3 s; its stream was open$/],
    ];
    const givenUp = silent.map(async ([reply, reason]) => {
      const { answer, server } = await called(reply, era, { timeoutMs: 3_000 });
      expect(answer).toMatchObject({ kind: 'timeout', reason: expect.stringMatching(reason) });
      await isClosed(server);
    });
    await Promise.all(givenUp);
  });

  it('that explains an error status without end is not listened to for long', async () => {
    const reply: Reply = (asked) => (asked.res.writeHead(400, JSON_TYPE), dots(asked));
    const { answer, server } = await called(reply, era);
    const reason = 'the server answered with HTTP status 400 Bad Request';
    expect(answer).toMatchObject({ kind: 'malformed', status: 400, reason });
    await isClosed(server);
  });
});

describe('an error status with a JSON-RPC error', () => {
  const refused =
    (code: number, more: object = {}): Reply =>
    (asked) =>
      asked.res.writeHead(code, JSON_TYPE).end(JSON.stringify({ ...refusalOf(asked), ...more }));

  it.each([
    ['initialize', 400, {}, false, 'error'],
    ['initialize', 400, { id: null }, false, 'error'],
    // The manifest specification knows the status 200 and no other there.
    ['initialize', 400, {}, true, 'malformed'],
    ['stateless', 400, {}, true, 'error'],
    ['stateless', 404, {}, true, 'error'],
    ['stateless', 404, { id: undefined }, false, 'error'],
    ['stateless', 404, { id: null }, true, 'malformed'],
    ['stateless', 404, { id: 99 }, false, 'malformed'],
    ['stateless', 404, { jsonrpc: '1.0' }, false, 'malformed'],
    ['stateless', 401, {}, false, 'malformed'],
    ['stateless', 500, {}, false, 'malformed'],
  ] as const)('in the %s era, %i, %j, strict %s: %s', async (era, code, more, strict, kind) => {
    const { answer } = await called(refused(code, more), era, strict ? { strict } : {});
    expect(answer.kind).toBe(kind);
    if (answer.kind === 'malformed' && answer.raw === undefined)
      expect(answer).toMatchObject({ status: code, reason: expect.stringContaining(`HTTP status ${code}`) });
  });
});

describe('a session', () => {
  it('that the server has ended ends here, too', async () => {
    const server = await plain({
      session: 's1',
      on: ({ message, res }) => message.method === 'tools/call' && (res.writeHead(404).end(), true),
    });
    const session = await connect(server);
    const seen = events(session);
    expect(await call(session)).toMatchObject({
      kind: 'malformed',
      reason: 'the server does not know the session any more (HTTP status 404 Not Found)',
    });
    expect(await call(session)).toMatchObject({ kind: 'closed', reason: 'the server has ended the session' });
    expect(session.closed).toBe(true);
    expect(seen.filter(({ kind }) => kind === 'closed')).toHaveLength(1);
    await session.close();
    // There is nothing left to delete.
    expect(server.of('DELETE')).toEqual([]);
  });

  it('of a server that keeps none survives a 404', async () => {
    const { session } = await called(status(404));
    expect(session.closed).toBe(false);
  });

  it('keeps its id, and a change of it is a fault', async () => {
    let now = 'first';
    const server = await plain({
      session: 'first',
      on: ({ message, res }) => void (message.method === 'tools/call' && res.setHeader('mcp-session-id', now)),
    });
    const session = await connect(server);
    expect(await call(session)).toMatchObject({ kind: 'result' });
    now = 'second';
    expect(await call(session)).toMatchObject({
      kind: 'malformed',
      reason: 'the server changed the session id, which must stay the same',
    });
    expect(server.of('tools/call').map(({ headers }) => headers['mcp-session-id'])).toEqual(['first', 'first']);
  });

  it('is over when nobody listens any more', async () => {
    const server: Served = await plain({
      on: ({ message, res }) => message.method === 'tools/call' && (server.refuse(), res.destroy(), true),
    });
    const session = await connect(server);
    expect(await call(session)).toMatchObject({
      kind: 'closed',
      reason: 'the server closed the connection before it answered',
    });
    expect(await call(session)).toMatchObject({
      kind: 'closed',
      reason: 'the server cannot be reached: nothing listens there (connection refused)',
    });
    expect(session.closed).toBe(true);
    expect(await call(session)).toMatchObject({ kind: 'closed', reason: 'the server cannot be reached any more' });
  });

  it('counts what nobody asked for', async () => {
    const { session } = await called((asked) =>
      stream(
        asked,
        'noise',
        { jsonrpc: '2.0', id: 7, result: {} },
        { no: 'message' },
        answerTo(asked),
        answerTo(asked),
      ).end(': a comment\n\nwhat: is this\n\n'),
    );
    await session.close();
    expect(session.counts).toMatchObject({ noiseLines: 1, noiseSamples: ['noise'], oversize: 0, batches: 0 });
    expect(session.counts.orphans).toBeGreaterThanOrEqual(2);
  });
});
