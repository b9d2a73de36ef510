import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../odd.js';
import { answerTo, type Asked, call, connect, eventOf, events, plain, send, stream } from './server.js';

const QUESTION = { jsonrpc: '2.0', id: 'q1', method: 'sampling/createMessage', params: { messages: [] } };
const NEWS = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'x://1' } };

/** A server with a standing stream. */
async function withStanding(more: (asked: Asked) => unknown = () => false) {
  const server = await plain({
    session: 's',
    on: (asked) => more(asked) === true || (asked.verb === 'GET' && (stream(asked), true)),
  });
  const session = await connect(server);
  const standing = (await server.first('GET')).res;
  return { server, session, standing };
}

describe('the standing stream', () => {
  it('is open before the first request, and what comes on it reaches the taps', async () => {
    const { session, standing } = await withStanding();
    const seen = events(session);
    standing.write(eventOf(NEWS));
    await until(() => seen.length > 0);
    expect(seen).toMatchObject([{ dir: 'in', kind: 'frame', json: NEWS }]);
  });

  it('brings questions, which are answered by messages of their own while a call is under way', async () => {
    let finish: () => void = () => {};
    const { server, session, standing } = await withStanding((asked) => {
      if (asked.message.method === 'tools/call') {
        standing.write(eventOf(QUESTION));
        finish = () => send(asked, 'json', answerTo(asked));
        return true;
      }
      if (asked.message.id === undefined || asked.message.method !== undefined) return false;
      asked.res.writeHead(202).end();
      finish();
      return true;
    });
    const answer = await call(session, { questions: { max: 3, answer: (method) => ({ said: method }) } });
    expect(answer).toMatchObject({ kind: 'result', questions: 1 });
    const reply = server.asked.find(({ text }) => text.includes('"q1"'));
    expect(reply?.message).toEqual({ jsonrpc: '2.0', id: 'q1', result: { said: 'sampling/createMessage' } });
    expect(reply?.headers).toMatchObject({ 'mcp-session-id': 's', 'mcp-protocol-version': '2025-11-25' });
  });

  it('may bring questions when nothing is under way: they are refused', async () => {
    const { server, standing } = await withStanding();
    standing.write(eventOf(QUESTION) + eventOf({ ...QUESTION, id: 'q2', method: 'ping' }));
    await until(() => server.asked.filter(({ text }) => text.includes('"q')).length === 2);
    expect(server.asked.slice(-2).map(({ message }) => message)).toMatchObject([
      { id: 'q1', error: { code: -32601 } },
      { id: 'q2', result: {} },
    ]);
  });

  it.each([405, 404, 500])('is not offered by a server that says %i, which is no fault', async (code) => {
    const server = await plain({ on: ({ verb, res }) => verb === 'GET' && (res.writeHead(code).end(), true) });
    const session = await connect(server);
    expect(await call(session)).toMatchObject({ kind: 'result' });
    expect(server.of('GET')).toHaveLength(1);
  });

  it('is not what has another type, and that is not read', async () => {
    const server = await plain({
      on: ({ verb, res }) =>
        verb === 'GET' && (res.writeHead(200, { 'content-type': 'application/json' }).write('{'), true),
    });
    const session = await connect(server);
    await until(() => server.of('GET').every(({ res }) => res.destroyed));
    expect(await call(session)).toMatchObject({ kind: 'result' });
  });

  it('is asked for again when it ends, from where it ended and not before the server wants', async () => {
    const { server, session, standing } = await withStanding();
    const seen = events(session);
    standing.end('retry: 120\n\nid: 41\ndata: {"jsonrpc":"2.0","method":"notifications/a"}\n\n');
    await until(() => server.of('GET').length === 2);
    expect(server.of('GET')[1]?.headers).toMatchObject({ 'last-event-id': '41', 'mcp-session-id': 's' });
    server.of('GET')[1]?.res.write(eventOf(NEWS));
    await until(() => seen.length === 2);
  });

  it('is given up when it brings nothing, however often', async () => {
    const { server } = await withStanding((asked) => {
      if (asked.verb !== 'GET') return false;
      stream(asked).end('retry: 1\n\n');
      return true;
    });
    await until(() => server.of('GET').length === 6);
    await sleep(300);
    expect(server.of('GET')).toHaveLength(6);
  });

  it('is closed with the session, and an event that is too long closes it without a fault', async () => {
    const { server, session, standing } = await withStanding();
    standing.write(`data: ${'x'.repeat(9 * 1024 * 1024)}\n\n`);
    await until(() => session.counts.oversize === 1);
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'result' });
    await session.close();
    await until(() => standing.destroyed);
    expect(server.of('GET')).toHaveLength(1);
  });
});

describe('the stream of a call', () => {
  it('brings what belongs to the call: notes, and questions that are answered meanwhile', async () => {
    let open: Asked | undefined;
    const server = await plain({
      on: (asked) => {
        if (asked.message.method === 'tools/call') {
          open = asked;
          const progress = { progressToken: 'p', progress: 1 };
          stream(asked, { jsonrpc: '2.0', method: 'notifications/progress', params: progress }, QUESTION);
          return true;
        }
        if (asked.message.result === undefined || open === undefined) return false;
        asked.res.writeHead(202).end();
        open.res.end(eventOf(answerTo(open, asked.message.result)));
        return true;
      },
    });
    const session = await connect(server);
    const answer = await session.request(
      'tools/call',
      { name: 'poke', _meta: { progressToken: 'p' } },
      { timeoutMs: 10_000, strict: true, questions: { max: 1, answer: async () => ({ text: 'hello' }) } },
    );
    expect(answer).toMatchObject({ kind: 'result', result: { text: 'hello' }, questions: 1 });
    expect(answer.notes).toHaveLength(1);
  });

  it('may ask too often', async () => {
    const server = await plain({
      on: (asked) =>
        asked.message.method === 'tools/call' &&
        (stream(asked, QUESTION, { ...QUESTION, id: 'q2' }, { ...QUESTION, id: 'q3' }), true),
    });
    const session = await connect(server);
    expect(await call(session, { strict: true, questions: { max: 2 } })).toMatchObject({
      kind: 'malformed',
      reason: 'the server made more than 2 requests of its own before it answered',
      questions: 3,
    });
    expect(await session.request('ping', undefined, { timeoutMs: 10_000, strict: true })).toMatchObject({
      kind: 'result',
    });
  });

  it('has no questions in the stateless era: they are counted, and never answered', async () => {
    const server = await plain({
      era: 'stateless',
      on: (asked) => asked.message.method === 'tools/call' && (stream(asked, QUESTION, answerTo(asked)).end(), true),
    });
    const session = await connect(server);
    expect(await call(session)).toMatchObject({ kind: 'result', questions: 1 });
    expect(session.counts.orphans).toBe(1);
    expect(server.asked.some(({ text }) => text.includes('q1'))).toBe(false);
  });

  it('may stay open behind the answer, which is then not waited for; a second answer is a fault of the next strict request', async () => {
    const server = await plain({
      on: (asked) =>
        asked.message.method === 'tools/call' && (stream(asked, answerTo(asked, 1), answerTo(asked, 2)), true),
    });
    const session = await connect(server);
    const seen = events(session);
    expect(await call(session, { strict: true })).toMatchObject({ kind: 'result', result: 1 });
    await until(() => seen.some(({ kind }) => kind === 'orphan'));
    expect(await session.request('ping', undefined, { timeoutMs: 10_000, strict: true })).toMatchObject({
      kind: 'malformed',
      reason: expect.stringContaining('a second answer'),
    });
    const stream_ = server.of('tools/call')[0]?.res;
    await until(() => stream_?.destroyed === true);
  });

  it('counts notifications against a strict call as over pipes', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/x' };
    const noted = async (count: number) => {
      const server = await plain({
        on: (asked) =>
          asked.message.method === 'tools/call' &&
          (stream(asked, ...Array.from({ length: count }, () => note), answerTo(asked)).end(), true),
      });
      return call(await connect(server), { strict: true });
    };
    expect(await noted(128)).toMatchObject({ kind: 'result' });
    expect(await noted(129)).toMatchObject({ kind: 'closed' });
  });

  it('may carry an answer longer than the limit, when the call says so', async () => {
    const server = await plain({
      on: (asked) =>
        asked.message.method === 'tools/call' && (send(asked, 'events', answerTo(asked, 'x'.repeat(50_000))), true),
    });
    const session = await connect(server, { maxFrameBytes: 10_000 });
    expect(await call(session)).toMatchObject({ kind: 'malformed' });
    expect(await call(session, { maxAnswerBytes: 60_000 })).toMatchObject({ kind: 'result' });
    expect(await call(session)).toMatchObject({ kind: 'malformed' });
  });
});

describe('a stream that ends before the answer', () => {
  const resumed = (reply: (asked: Asked, time: number) => unknown, options: { cut?: boolean } = {}) => {
    let times = 0;
    return plain({
      session: 's',
      on: (asked) => {
        if (asked.message.method === 'tools/call') {
          const res = stream(asked);
          res.write('retry: 60\nid: a-1\ndata:\n\n', () => (options.cut ? res.destroy() : res.end()));
          return true;
        }
        return asked.verb === 'GET' && asked.headers['last-event-id'] !== undefined && (reply(asked, ++times), true);
      },
    });
  };

  it.each([false, true])(
    'is resumed from its last id until the answer comes, also when it was cut: %s',
    async (cut) => {
      const server = await resumed(
        (asked, time) => {
          const calling = server.of('tools/call')[0] as Asked;
          stream(asked).end(time === 1 ? 'id: a-2\ndata:\n\n' : eventOf(answerTo(calling, 'at last')));
        },
        { cut },
      );
      const session = await connect(server);
      expect(await call(session, { strict: true })).toMatchObject({ kind: 'result', result: 'at last' });
      const asked = server.of('GET').filter(({ headers }) => headers['last-event-id'] !== undefined);
      expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual(['a-1', 'a-2']);
      expect(asked[0]?.headers).toMatchObject({ accept: 'text/event-stream', 'mcp-session-id': 's' });
    },
  );

  it('is over when the server does not resume it', async () => {
    const server = await resumed(({ res }) => res.writeHead(405).end());
    expect(await call(await connect(server))).toMatchObject({
      kind: 'closed',
      reason:
        'the stream ended before the answer, and the server did not resume it (HTTP status 405 Method Not Allowed)',
    });
  });

  it('is resumed no longer than the call may take', async () => {
    const server = await resumed((asked) => stream(asked).end());
    expect(await call(await connect(server), { timeoutMs: 300 })).toMatchObject({ kind: 'timeout' });
    const before = server.of('GET').length;
    await sleep(200);
    expect(server.of('GET')).toHaveLength(before);
  });

  it('is not resumed without an id, nor in the stateless era', async () => {
    for (const [era, id] of [
      ['initialize', ''],
      ['stateless', 'id: 1\ndata:\n\n'],
    ] as const) {
      const server = await plain({
        era,
        on: (asked) => asked.message.method === 'tools/call' && (stream(asked).end(id), true),
      });
      expect(await call(await connect(server))).toMatchObject({
        kind: 'closed',
        reason: 'the stream ended without an answer',
      });
      expect(server.of('GET')).toHaveLength(era === 'initialize' ? 1 : 0);
    }
  });

  it('is over when its last event was complete but for its blank line', async () => {
    const server = await plain({
      on: (asked) =>
        asked.message.method === 'tools/call' &&
        (stream(asked).end(`data: ${JSON.stringify(answerTo(asked, 'whole'))}`), true),
    });
    const session = await connect(server);
    const seen = events(session);
    expect(await call(session)).toMatchObject({ kind: 'result', result: 'whole' });
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'frame', dir: 'in', terminated: false }));
  });
});

it('listens as long as the connection is open, in the stateless era', async () => {
  const server = await plain({
    era: 'stateless',
    on: (asked) => asked.message.method === 'subscriptions/listen' && (stream(asked, NEWS), true),
  });
  const session = await connect(server);
  const seen = events(session);
  const listening = session.request('subscriptions/listen', { notifications: {} }, { timeoutMs: 10_000, strict: true });
  await until(() => seen.some((event) => event.kind === 'frame' && event.dir === 'in'));
  expect(await call(session)).toMatchObject({ kind: 'result' });
  await session.close();
  expect(await listening).toMatchObject({ kind: 'closed', reason: 'the session was closed' });
  const { res } = server.of('subscriptions/listen')[0] as Asked;
  await until(() => res.destroyed);
});
