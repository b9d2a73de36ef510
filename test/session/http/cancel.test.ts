import { describe, expect, it } from 'vitest';
import type { Cancel } from '../../../core/session/port.js';
import { until } from '../odd.js';
import { answerTo, type Asked, call, connect, eventOf, PATIENT_MS, plain, refusalOf, send, stream } from './server.js';

const CANCEL: Cancel = { afterMs: 20, reason: 'enough', graceMs: 10_000 };
const SHORT: Cancel = { ...CANCEL, graceMs: 100 };

/** A call that is cancelled. `begin` gets the call, `cancelled` what to do when the notification came; it is accepted then. */
async function cancelled(
  begin: (asked: Asked) => unknown,
  told: (calling: Asked, notification: Asked) => unknown,
  cancel: Cancel = CANCEL,
) {
  let calling: Asked | undefined;
  const server = await plain({
    session: 's',
    on: (asked) => {
      const { method } = asked.message;
      if (method === 'tools/call') {
        calling = asked;
        begin(asked);
        return true;
      }
      return method === 'notifications/cancelled' && told(calling as Asked, asked) === true;
    },
  });
  const session = await connect(server);
  const answer = await call(session, { strict: true, cancel });
  return { answer, server, session };
}

const silent = (): void => {};
const accept = ({ res }: Asked): true => (res.writeHead(202).end(), true);

describe('a call that is cancelled in the initialize era', () => {
  it('is told so by a message in the same session, and silence is what it asked for', async () => {
    const { answer, server, session } = await cancelled(silent, (_, told) => accept(told), SHORT);
    expect(answer).toMatchObject({
      kind: 'timeout',
      cancelled: true,
      reason: 'no answer within 0.1 s after the cancellation',
    });
    const told = server.of('notifications/cancelled');
    expect(told).toHaveLength(1);
    expect(told[0]?.message.params).toEqual({ requestId: server.of('tools/call')[0]?.message.id, reason: 'enough' });
    expect(told[0]?.headers).toMatchObject({ 'mcp-session-id': 's', 'mcp-protocol-version': '2025-11-25' });
    expect(await session.request('ping', undefined, { timeoutMs: PATIENT_MS, strict: true })).toMatchObject({
      kind: 'result',
    });
  });

  it('may end its stream without an answer', async () => {
    const { answer } = await cancelled(stream, (calling, told) => (calling.res.end(), accept(told)));
    expect(answer).toMatchObject({ kind: 'timeout', cancelled: true });
  });

  it('is not asked for again when its stream could be resumed', async () => {
    const { answer, server } = await cancelled(
      (asked) => stream(asked).write('id: 1\ndata:\n\n'),
      (calling, told) => (calling.res.end(), accept(told)),
    );
    expect(answer).toMatchObject({ kind: 'timeout', cancelled: true });
    expect(server.of('GET')).toHaveLength(1);
  });

  it.each([
    ['a result', answerTo, { kind: 'result' }],
    ['an error', (asked: Asked) => refusalOf(asked, -32800), { kind: 'error', error: { code: -32800 } }],
  ])('may be answered all the same, with %s', async (_, answer, expected) => {
    for (const style of ['json', 'events'] as const) {
      const seen = await cancelled(silent, (calling, told) => (send(calling, style, answer(calling)), accept(told)));
      expect(seen.answer).toMatchObject({ ...expected, cancelled: true });
    }
    const streamed = await cancelled(
      stream,
      (calling, told) => (calling.res.end(eventOf(answer(calling))), accept(told)),
    );
    expect(streamed.answer).toMatchObject({ ...expected, cancelled: true });
  });

  it.each([
    ['a connection that breaks', silent, 'the server closed the connection before it answered'],
    ['a stream that breaks', stream, 'the connection broke before the answer was complete'],
  ])('is no silence: %s', async (_, begin, reason) => {
    const { answer } = await cancelled(begin, (calling, told) => (accept(told), calling.res.destroy(), true));
    expect(answer).toMatchObject({ kind: 'closed', cancelled: true, reason });
  });

  it.each([
    [200, 'the server answered notifications/cancelled with HTTP status 200 OK instead of 202 Accepted'],
    [204, 'the server answered notifications/cancelled with HTTP status 204 No Content instead of 202 Accepted'],
    [400, 'the server answered with HTTP status 400 Bad Request'],
    [500, 'the server answered with HTTP status 500 Internal Server Error'],
  ])('is a fault when the notification gets %i', async (code, reason) => {
    const { answer, server } = await cancelled(silent, (_, { res }) => (res.writeHead(code).end(), true));
    expect(answer).toMatchObject({ kind: 'malformed', reason });
    await until(() => server.of('tools/call')[0]?.res.destroyed === true);
  });

  it('is a fault when the notification finds no session', async () => {
    const { answer, session } = await cancelled(silent, (_, { res }) => (res.writeHead(404).end(), true));
    expect(answer).toMatchObject({ kind: 'malformed', reason: expect.stringContaining('does not know the session') });
    expect(session.closed).toBe(true);
  });

  it('is not cancelled when it was answered before', async () => {
    const { answer, server } = await cancelled((asked) => send(asked, 'json', answerTo(asked)), silent, {
      ...CANCEL,
      afterMs: PATIENT_MS,
    });
    expect(answer).toMatchObject({ kind: 'result' });
    expect(answer).not.toHaveProperty('cancelled');
    expect(server.of('notifications/cancelled')).toEqual([]);
  });

  it('is also told when the wait is simply over, and its connection is closed', async () => {
    const server = await plain({ on: ({ message }) => message.method === 'tools/call' });
    const session = await connect(server);
    const stop = new AbortController();
    const aborted = call(session, { signal: stop.signal });
    const late = call(session, { timeoutMs: 50 });
    expect(await late).toMatchObject({ kind: 'timeout' });
    stop.abort('no more');
    expect(await aborted).toMatchObject({ kind: 'aborted', reason: 'no more' });
    await until(
      () =>
        server.of('notifications/cancelled').length === 2 && server.of('tools/call').every(({ res }) => res.destroyed),
    );
  });
});

describe('a call that is cancelled in the stateless era', () => {
  it.each(['before', 'after'])('has its stream closed, and no message is sent: %s the answer began', async (when) => {
    const server = await plain({
      era: 'stateless',
      on: (asked) => asked.message.method === 'tools/call' && (when === 'after' && stream(asked), true),
    });
    const session = await connect(server);
    expect(await call(session, { strict: true, cancel: CANCEL })).toMatchObject({ kind: 'timeout', cancelled: true });
    await until(() => server.of('tools/call')[0]?.res.destroyed === true);
    expect(server.asked.map(({ message }) => message.method)).toEqual(['server/discover', 'tools/call']);
    expect(await session.request('server/discover', {}, { timeoutMs: PATIENT_MS, strict: true })).toMatchObject({
      kind: 'result',
    });
  });

  it('is closed at once when it is to be cancelled at once', async () => {
    const server = await plain({ era: 'stateless' });
    const session = await connect(server);
    expect(await call(session, { cancel: { ...CANCEL, afterMs: 0 } })).toMatchObject({
      kind: 'timeout',
      cancelled: true,
    });
  });

  it('is given up without a message as well', async () => {
    const server = await plain({ era: 'stateless', on: ({ message }) => message.method === 'tools/call' });
    expect(await call(await connect(server), { timeoutMs: 50 })).toMatchObject({ kind: 'timeout' });
    await until(() => server.of('tools/call')[0]?.res.destroyed === true);
    expect(server.of('notifications/cancelled')).toEqual([]);
  });
});
